/** All words of the page in English. */
const FILES = import.meta.glob<string>(["./en/*.ftl", "!./en/console.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});

export default Object.values(FILES);

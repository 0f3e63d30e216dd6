/** All words of the page in Japanese. */
const FILES = import.meta.glob<string>(["./ja/*.ftl", "!./ja/console.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});

export default Object.values(FILES);

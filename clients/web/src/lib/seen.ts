/** Do something while this tab is in sight, until the function returned is called: browsers have few connections to a host. */
export function whileSeen(work: (over: AbortSignal) => void): () => void {
  let going: AbortController | undefined;
  const look = () => {
    if (document.hidden) {
      going?.abort();
      going = undefined;
    } else if (!going) {
      going = new AbortController();
      work(going.signal);
    }
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    going?.abort();
  };
}

/** What the address of a page asks for, after its `?`. */
export function queryOf(route: string): URLSearchParams {
  return new URLSearchParams(route.split("?")[1] ?? "");
}

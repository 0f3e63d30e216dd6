/** Names of enums' values, as the words have them: `SanctionKind.BAN` is `ban`. */
export function nameOf(values: Readonly<Record<number, string>>, value: number): string {
  return (values[value] ?? "").toLowerCase().replaceAll("_", "-");
}

/** All values but that which says nothing. */
export function valuesOf(values: Readonly<Record<string, string | number>>): number[] {
  return Object.values(values).filter((value): value is number => typeof value === "number" && value > 0);
}

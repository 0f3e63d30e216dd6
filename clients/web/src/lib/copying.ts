/** Copying: pages that are not secure, as at home in a network, have no clipboard of their own. */

/** Copy what a field holds; whether that could be done. It is selected anyhow. */
export async function copied(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    try {
      // Old, and the only way where there is no clipboard.
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}

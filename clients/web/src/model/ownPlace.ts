/** Where somebody stands on a leaderboard of which only the first page is shown. */
import type { LeaderboardPlace } from "galaxytables-client";

/** So many pages are looked through. */
const MAX_PAGES = 10;

interface Page {
  readonly places: readonly LeaderboardPlace[];
  readonly nextPageToken: string;
}

/** The place of a player, looked for page by page; undefined where it is not among the first ones. */
export async function ownPlace(
  player: string,
  fetchPage: (pageToken: string) => Promise<Page>,
): Promise<LeaderboardPlace | undefined> {
  let pageToken = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { places, nextPageToken } = await fetchPage(pageToken);
    const found = places.find(({ rating }) => rating?.who?.who.case === "player" && rating.who.who.value.id === player);
    if (found || !nextPageToken) return found;
    pageToken = nextPageToken;
  }
  return undefined;
}

/** What a table in play looks like, asked of the lobby; components are fetched once a pack. */
import { type Lobby, readView, type Table } from "galaxytables-client";
import { type Miniature, miniatureOf } from "../drawing/miniature.js";
import { type Catalogue, fetchCatalogue } from "../model/catalogue.js";

const catalogues = new Map<string, Promise<Catalogue>>();

export async function peek(lobby: Lobby, { id, game, packDigest }: Table): Promise<Miniature | undefined> {
  const key = `${game} ${packDigest.join()}`;
  const known = catalogues.get(key) ?? fetchCatalogue(lobby, game, packDigest);
  catalogues.set(key, known);
  known.catch(() => catalogues.delete(key));
  const [{ update }, catalogue] = await Promise.all([lobby.play.getView({ tableId: id }), known]);
  const view = readView(update?.view);
  return view && miniatureOf(view, catalogue);
}

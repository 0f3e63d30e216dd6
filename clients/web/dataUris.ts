import type { Plugin } from "vite";

const DATA_URI = /url\((["']?)data:image\/(\w+)[^,]*?(;base64)?,(.*?)\1\)/g;

/** Makes files of the pictures inside of style sheets: the page's policy allows no `data:`. */
export function dataUris(): Plugin {
  return {
    name: "data-uris",
    enforce: "post",
    generateBundle(_, bundle) {
      const file = (kind: string, base64: string | undefined, text: string) => {
        const source = base64 ? Buffer.from(text, "base64") : decodeURIComponent(text.replaceAll('\\"', '"'));
        return this.getFileName(this.emitFile({ type: "asset", name: `sign.${kind}`, source }));
      };
      for (const asset of Object.values(bundle)) {
        if (asset.type !== "asset" || !asset.fileName.endsWith(".css")) continue;
        asset.source = String(asset.source).replace(
          DATA_URI,
          (_found, _quote, kind, base64, text) => `url(/${file(kind, base64, text)})`,
        );
      }
    },
  };
}

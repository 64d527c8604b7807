import { Resvg, initWasm as startSvg } from "@resvg/resvg-wasm";
import svgPath from "@resvg/resvg-wasm/index_bg.wasm";
import { compile, once } from "./wasm-start.ts";

/**
 * Draws an SVG as a PNG whose longer side is `sidePixels`. It loads nothing: no files, no links, and no fonts but those
 * that are given.
 */
export async function renderSvg(
  svg: string,
  sidePixels: number,
  fontBuffers: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  await once("svg", async () => startSvg(await compile(svgPath)));
  const font = { loadSystemFonts: false, fontBuffers: [...fontBuffers] };
  const first = new Resvg(svg, { font });
  const mode = first.width >= first.height ? ("width" as const) : ("height" as const);
  first.free();
  const drawing = new Resvg(svg, { font, fitTo: { mode, value: sidePixels } });
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}

import type { Actor } from "../../chain/actor.ts";
import { keepPicture } from "../../pictures/keep-picture.ts";
import type { StoredCredential } from "./record.ts";

const SIDE_PIXELS = 400;

/** The path of a credential's badge as a picture, kept where /media/ is served: drawn unless it has one of its own. */
export async function drawnBadge(
  { title, badgrImage }: Pick<StoredCredential, "title" | "badgrImage">,
  { organization }: Pick<Actor, "organization">,
): Promise<string | undefined> {
  if (badgrImage !== "") return undefined;
  const [{ badgeSvg }, { renderSvg }] = await Promise.all([
    import("../../../shared/credential/badge.ts"),
    import("../../pictures/render-svg.ts"),
  ]);
  const bytes = await renderSvg(badgeSvg({ title, colour: organization?.colour }), SIDE_PIXELS);
  return keepPicture({ bytes, extension: "png" });
}

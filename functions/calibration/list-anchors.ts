import { listAnchors } from "../../shared/calibration/anchor-calls.ts";
import { implement } from "../chain/implement.ts";
import { loadAnchors, shownAnchors } from "./model/anchors.ts";

export const handler = implement(listAnchors, async ({ credential_id }, { actor }) => ({
  data: shownAnchors(await loadAnchors(credential_id, actor), actor.user_id),
}));

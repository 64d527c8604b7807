import { read } from "../../shared/calibration/calls.ts";
import { implement } from "../chain/implement.ts";
import { readPractice, shownPractice } from "./model/calibration.ts";

export const handler = implement(read, async ({ credential_id }, { actor }) => ({
  data: shownPractice(await readPractice(credential_id, actor)),
}));

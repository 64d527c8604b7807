import { read } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { importOf, readImport } from "./model/record.ts";

export const handler = implement(read, async ({ import_id }, { actor }) => ({
  data: importOf(await readImport(import_id, actor)),
}));

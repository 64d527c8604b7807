import { connected } from "../../shared/badgr/calls.ts";
import { implement } from "../chain/implement.ts";
import { readConnection } from "./model/record.ts";

export const handler = implement(connected, async (_, { organization_id }) => ({
  data: (await readConnection(organization_id))?.status === "connected",
}));

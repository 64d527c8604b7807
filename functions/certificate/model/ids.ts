import { randomBytes, randomInt } from "node:crypto";
import { type StatusPlace, statusListEntries } from "../../../shared/certificate/status-list.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { batchGet } from "../../data/table.ts";

const ID_BYTES = 16;
/** Without letters that are taken for digits. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id of a certificate: 128 random bits, in 26 letters and digits. */
export function newCertificateId(): string {
  let rest = BigInt(`0x${randomBytes(ID_BYTES).toString("hex")}`);
  let id = "";
  for (let position = 0; position < 26; position++) {
    id = letters[Number(rest & 31n)] + id;
    rest >>= 5n;
  }
  return `crt_${id}`;
}

/** The n-th status list of an organization, counted from 1. */
export const listIdOf = (organization_id: string, number: number): string => `${organization_id}-${number}`;

/** So many places are looked at in each list: all taken, the list is as good as full. */
const DRAWS = 8;

/**
 * A free place in the first of an organization's lists that has one, drawn at random so that it tells nothing of when it
 * was taken. Another may take it until it is written: the write fails then, and draws again.
 */
export async function drawPlace(organization_id: string): Promise<StatusPlace> {
  for (let number = 1; ; number++) {
    const list_id = listIdOf(organization_id, number);
    for (const draws of [1, DRAWS - 1]) {
      const drawn = Array.from({ length: draws }, () => randomInt(statusListEntries));
      const taken = await batchGet(drawn.map((index) => certificateKeys.statusEntry(list_id, index)));
      const free = drawn.find((_, position) => taken[position] === undefined);
      if (free !== undefined) return { list_id, index: free };
    }
  }
}

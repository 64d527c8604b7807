import { signParts } from "../../shared/file/part-calls.ts";
import { partSizeOf } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { signPart } from "../clients/presigned.ts";
import { cutOf, ownUnfinished } from "./model/parted.ts";

export const handler = implement(signParts, async ({ key, part_numbers }, { actor }) => {
  const file = await ownUnfinished(key, actor.user_id);
  const { part_bytes, part_count } = cutOf(file);
  if (part_numbers.some((number) => number > part_count)) {
    const message = `This file has ${part_count} parts.`;
    throw new Problem("input.invalid", { message, fields: { part_numbers: message } });
  }
  const signed = await Promise.all(
    part_numbers.map(async (part_number) => {
      const size = partSizeOf(file.size_bytes, part_number, part_bytes);
      return { part_number, size, ...(await signPart(file, part_number, size)) };
    }),
  );
  const parts = signed.map(({ expiresInSeconds: _, ...part }) => part);
  return { data: { parts, expires_in_seconds: signed[0]!.expiresInSeconds } };
});

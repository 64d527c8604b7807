import type { Key } from "../../../functions/data/keys/key.ts";
import type { Step } from "../../../functions/data/steps.ts";
import { type Item, transact } from "../../../functions/data/table.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { type Difference, nameOf } from "./tables.ts";

/** What becomes of a key: the item that is to be there, or none, and the one that is there now. */
export interface Correction {
  readonly key: Key;
  readonly governor: Key;
  readonly to: Item | undefined;
  readonly from: Item | undefined;
}

/** Most writes of one transaction; some room is left for what goes with them. */
const WRITES_AT_ONCE = 90;

/** The correction by which the table to be written gets what is right. */
export const correctionOf = ({ key, governor, restored, live }: Difference, into: "live" | "restored"): Correction =>
  into === "live" ? { key, governor, to: restored, from: live } : { key, governor, to: live, from: restored };

/**
 * Corrections by the thing they go with, each as many as fit into a transaction, the thing itself last: a run that was
 * stopped is gone on with by the next, which judges what is left by a thing that is not corrected yet.
 */
export function familiesOf(corrections: readonly Correction[]): Correction[][] {
  const families = Map.groupBy(corrections, ({ governor }) => nameOf(governor));
  const isGovernor = ({ key, governor }: Correction) => nameOf(key) === nameOf(governor);
  return [...families.values()].flatMap((family) => {
    const sorted = [...family.filter((each) => !isGovernor(each)), ...family.filter(isGovernor)];
    return Array.from({ length: Math.ceil(sorted.length / WRITES_AT_ONCE) }, (_, index) =>
      sorted.slice(index * WRITES_AT_ONCE, (index + 1) * WRITES_AT_ONCE),
    );
  });
}

/** The write of a correction, refused where what it corrects is no longer what was read. */
export function correctionStep({ key: { pk, sk }, to, from }: Correction): Step {
  const key = { pk, sk };
  const TableName = process.env.TABLE_NAME!;
  const isVersioned = typeof from?.version === "number";
  const as = {
    ...(from === undefined && { ConditionExpression: "attribute_not_exists(pk)" }),
    ...(isVersioned && {
      ConditionExpression: "#version = :version",
      ExpressionAttributeNames: { "#version": "version" },
      ExpressionAttributeValues: { ":version": from.version },
    }),
  };
  const operation = to ? { Put: { TableName, Item: to, ...as } } : { Delete: { TableName, Key: key, ...as } };
  return { kind: "write", key, operation };
}

/** Carries out the corrections of one thing, with further steps; false when somebody changed it meanwhile. */
export async function correct(family: readonly Correction[], further: readonly Step[] = []): Promise<boolean> {
  try {
    await transact([...family.map(correctionStep), ...further]);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "state.changed") return false;
    throw error;
  }
}

/** How many keys there were of which kinds. */
export class KeyCount {
  private readonly kinds = new Map<string, number>();
  total = 0;

  add({ pk, sk }: Key): void {
    const kind = [pk, sk].flatMap((each) => /^[A-Z]+(?=#|$)/.exec(each) ?? []).join(" ");
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.total += 1;
  }

  /** `12 APPLICATION META, 3 WORDS` */
  inWords(): string {
    return [...this.kinds]
      .toSorted(([, one], [, other]) => other - one)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ");
  }
}

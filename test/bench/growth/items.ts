import type { Key } from "../../../functions/data/keys/key.ts";
import type { Step } from "../../../functions/data/steps.ts";
import type { Item } from "../../../functions/data/table.ts";

/** What no list reads is left out: history but that of connections, deadlines, the ledger, who has a name, what was indexed of a thing. */
const unread = ({ pk, sk }: Key) => /^(AUDIT#(?!key_)|DUE|LEDGER|ORGNAME|FIGURES#[^#]*$)/.test(pk) || sk === "WORDS";

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/**
 * The items that transactions leave behind, done one after the other as the table would. Conditions are taken to hold.
 * What a transaction puts is done with when it ends; sums that many of them add to come last.
 */
export function* itemsOf(transactions: Iterable<readonly Step[]>): Generator<Item> {
  const sums = new Map<string, Item>();
  for (const steps of transactions) {
    const items = new Map<string, Item>();
    for (const step of steps) {
      if (!unread(step.key)) apply(step, items, sums);
    }
    yield* items.values();
  }
  yield* sums.values();
}

function apply(step: Step, items: Map<string, Item>, sums: Map<string, Item>): void {
  const name = nameOf(step.key);
  const from = items.has(name) ? items : sums;
  const { pk, sk } = step.key;
  const before = from.get(name) ?? { pk, sk };
  if (step.kind === "add") {
    const amounts = Object.entries(step.amounts).map(([attribute, by]) => [
      attribute,
      Number(before[attribute] ?? 0) + by,
    ]);
    from.set(name, { ...before, ...Object.fromEntries(amounts) });
    return;
  }
  const { Put, Delete, Update } = step.operation;
  if (Put) items.set(name, Put.Item as Item);
  if (Delete) items.delete(name);
  if (Update) from.set(name, updated(before, Update));
}

type Update = NonNullable<Extract<Step, { kind: "write" }>["operation"]["Update"]>;

/** Reads the expressions that functions/data/steps.ts writes: set, remove and add. */
function updated(
  before: Item,
  { UpdateExpression = "", ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Update,
): Item {
  const after: Record<string, unknown> = { ...before };
  const [, set = "", removed = "", added = ""] =
    /^(?:set (.*?))?(?: ?remove (.*?))?(?: ?add (.*))?$/.exec(UpdateExpression) ?? [];
  for (const [, name, value] of set.matchAll(/(#\w+) = (:\w+)/g)) after[names[name!]!] = values[value!];
  for (const [name] of removed.matchAll(/#\w+/g)) delete after[names[name]!];
  for (const [, name, value] of added.matchAll(/(#\w+) (:\w+)/g))
    after[names[name!]!] = Number(after[names[name!]!] ?? 0) + Number(values[value!]);
  return after as Item;
}

import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Problem } from "../../shared/http/problem.ts";
import { environment } from "../runtime/environment.ts";
import type { Key } from "./keys/key.ts";
import { placeToAdd } from "./shards.ts";

type Operation = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

type Primitive = string | number | boolean;

/** What an attribute must be for a step to hold: a value, one of several, or a test. */
export type Test =
  | Primitive
  | readonly Primitive[]
  | { absent: true }
  | { present: true }
  | { atLeast: number }
  /** Less than this, or not there yet. */
  | { below: number }
  | { before: string }
  /** A list with this among its elements. */
  | { contains: Primitive };

/** Attributes and what each must be. */
export type Where = Readonly<Record<string, Test>>;

/** One step of a transaction, with the refusal that is thrown when its condition fails. */
export type Step =
  | { readonly kind: "write"; readonly key: Key; readonly operation: Operation; readonly otherwise?: Problem }
  | Addition;

interface Addition {
  readonly kind: "add";
  readonly key: Key;
  readonly amounts: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, string>>;
}

export const tableName = () => environment("TABLE_NAME");

/** Names, values and text of an expression being built. */
class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  name(attribute: string): string {
    const alias = `#${Object.keys(this.names).length}`;
    const known = Object.entries(this.names).find(([, name]) => name === attribute)?.[0];
    if (known === undefined) this.names[alias] = attribute;
    return known ?? alias;
  }

  value(value: unknown): string {
    const alias = `:${Object.keys(this.values).length}`;
    this.values[alias] = value;
    return alias;
  }

  condition(where: Where): string[] {
    return Object.entries(where).map(([attribute, test]) => {
      const name = this.name(attribute);
      if (Array.isArray(test)) return `${name} in (${test.map((each) => this.value(each)).join(", ")})`;
      if (typeof test !== "object") return `${name} = ${this.value(test)}`;
      if ("absent" in test) return `attribute_not_exists(${name})`;
      if ("present" in test) return `attribute_exists(${name})`;
      if ("below" in test) return `(attribute_not_exists(${name}) or ${name} < ${this.value(test.below)})`;
      if ("before" in test) return `${name} < ${this.value(test.before)}`;
      if ("contains" in test) return `contains(${name}, ${this.value(test.contains)})`;
      return `${name} >= ${this.value((test as { atLeast: number }).atLeast)}`;
    });
  }

  get attributes() {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

/** Writes a new item; `otherwise` when one is there already. New items begin at version 1. */
export function create(key: Key, item: Record<string, unknown>, { otherwise }: { otherwise?: Problem } = {}): Step {
  const Item = { version: 1, ...item, pk: key.pk, sk: key.sk };
  return {
    kind: "write",
    key,
    otherwise,
    operation: { Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" } },
  };
}

/** Writes an item whatever was there. */
export function put(key: Key, item: Record<string, unknown>): Extract<Step, { kind: "write" }> {
  return {
    kind: "write",
    key,
    operation: { Put: { TableName: tableName(), Item: { ...item, pk: key.pk, sk: key.sk } } },
  };
}

/** What a change does to an item. Attributes set to undefined are removed. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, number>>;
}

/** When a change may happen, and the refusal when it may not. */
export interface Guard {
  readonly where?: Where;
  readonly otherwise?: Problem;
  /** The item may be made by this change; without it a missing item fails the guard. */
  readonly orCreate?: true;
}

/**
 * Changes an item that is there, one version further, so that a save from a form opened before is refused: what is no
 * edit of the thing belongs into an item of its own. `otherwise` when `where` does not hold.
 */
export function change(
  key: Key,
  { set = {}, remove: dropped = [], add = {} }: Change,
  guard: Guard = {},
): Extract<Step, { kind: "write" }> {
  const expression = new Expression();
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const removes = [...dropped, ...Object.keys(set).filter((name) => set[name] === undefined)];
  const adds = Object.entries({ version: 1, ...add });
  const update = [
    sets.length > 0 &&
      `set ${sets.map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`).join(", ")}`,
    removes.length > 0 && `remove ${removes.map((name) => expression.name(name)).join(", ")}`,
    `add ${adds.map(([name, value]) => `${expression.name(name)} ${expression.value(value)}`).join(", ")}`,
  ].filter(Boolean);
  const conditions = [...(guard.orCreate ? [] : ["attribute_exists(pk)"]), ...expression.condition(guard.where ?? {})];
  return {
    kind: "write",
    key,
    otherwise: guard.otherwise,
    operation: {
      Update: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: update.join(" "),
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(" and ") }),
        ...expression.attributes,
      },
    },
  };
}

/** Removes an item; with `where`, only when it holds. A missing item is no failure unless `where` is given. */
export function remove(key: Key, { where, otherwise }: Omit<Guard, "orCreate"> = {}): Extract<Step, { kind: "write" }> {
  const expression = new Expression();
  const conditions = where === undefined ? [] : ["attribute_exists(pk)", ...expression.condition(where)];
  return {
    kind: "write",
    key,
    otherwise,
    operation: {
      Delete: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(" and ") }),
        ...expression.attributes,
      },
    },
  };
}

/** Demands something of an item without changing it: `where` holds, or with `missing` that there is no such item. */
export function check(
  key: Key,
  { where = {}, missing, otherwise }: { where?: Where; missing?: true; otherwise?: Problem },
): Step {
  const expression = new Expression();
  const conditions = missing ? ["attribute_not_exists(pk)"] : ["attribute_exists(pk)", ...expression.condition(where)];
  return {
    kind: "write",
    key,
    otherwise,
    operation: {
      ConditionCheck: {
        TableName: tableName(),
        Key: { pk: key.pk, sk: key.sk },
        ConditionExpression: conditions.join(" and "),
        ...expression.attributes,
      },
    },
  };
}

/**
 * Adds to numbers of an item, making it when there is none, and sets what is kept beside them, of an item that has no
 * shards. Several to one item in a transaction are joined.
 */
export const add = (key: Key, amounts: Readonly<Record<string, number>>, set: Addition["set"] = {}): Step => ({
  kind: "add",
  key,
  amounts,
  set,
});

/** Adds to the number `count` of an item, as {@link add} does. */
export const count = (key: Key, by: number): Step => add(key, { count: by });

/** An operation of a transaction; `added` is the item whose numbers it adds to, if only to a shard of it. */
interface Prepared {
  readonly operation: Operation;
  readonly otherwise?: Problem | undefined;
  readonly added?: Key;
}

export function operationsOf(steps: readonly Step[]): Prepared[] {
  const writes = steps.filter((step) => step.kind === "write");
  const sums = new Map<string, { key: Key; amounts: Record<string, number>; set: Record<string, string> }>();
  for (const step of steps) {
    if (step.kind !== "add") continue;
    const name = `${step.key.pk}\n${step.key.sk}`;
    const sum = sums.get(name) ?? { key: step.key, amounts: {}, set: {} };
    for (const [attribute, by] of Object.entries(step.amounts))
      sum.amounts[attribute] = (sum.amounts[attribute] ?? 0) + by;
    Object.assign(sum.set, step.set);
    sums.set(name, sum);
  }
  return [...writes, ...[...sums.values()].flatMap(addOperation)];
}

function addOperation({ key, amounts, set }: Pick<Addition, "key" | "amounts" | "set">): Prepared[] {
  const changed = Object.entries(amounts).filter(([, by]) => by !== 0);
  const kept = Object.entries(set);
  if (changed.length === 0 && kept.length === 0) return [];
  const expression = new Expression();
  const sets = kept.map(([attribute, value]) => `${expression.name(attribute)} = ${expression.value(value)}`);
  const adds = changed.map(([attribute, by]) => `${expression.name(attribute)} ${expression.value(by)}`);
  const update = [sets.length > 0 && `set ${sets.join(", ")}`, adds.length > 0 && `add ${adds.join(", ")}`];
  const { pk, sk } = placeToAdd(key);
  return [
    {
      added: key,
      operation: {
        Update: {
          TableName: tableName(),
          Key: { pk, sk },
          UpdateExpression: update.filter(Boolean).join(" "),
          ...expression.attributes,
        },
      },
    },
  ];
}

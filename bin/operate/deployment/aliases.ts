import {
  GetAliasCommand,
  type LambdaClient,
  ListVersionsByFunctionCommand,
  UpdateAliasCommand,
} from "@aws-sdk/client-lambda";
import { type Aliased, alias } from "../../../lib/aliases.ts";

/** One version of a function, and when it was deployed. */
export interface Version {
  readonly number: number;
  readonly madeAt: string;
}

/** A call with the version that people are answered by, and where it would go. */
export interface Move {
  readonly call: Aliased;
  readonly from: Version;
  /** Undefined: there is none to go to. */
  readonly to?: Version;
  /** What Lambda calls this state of the alias: somebody else's move in between is not gone over. */
  readonly revision: string | undefined;
}

/** Where an alias goes: to the version before the one that is called, or to the newest, which the last deployment made. */
export type Direction = "back" | "forward";

/** Looks where the alias of a call stands, and where it would go. */
export async function moveOf(client: LambdaClient, call: Aliased, direction: Direction): Promise<Move> {
  const FunctionName = call.functionName;
  const { FunctionVersion, RevisionId } = await client.send(new GetAliasCommand({ FunctionName, Name: alias }));
  const versions = await versionsOf(client, FunctionName);
  const standing = Number(FunctionVersion);
  const from = versions.find(({ number }) => number === standing) ?? { number: standing, madeAt: "" };
  const to = versions.findLast(({ number }) => (direction === "back" ? number < standing : number > standing));
  return { call, from, ...(to && { to }), revision: RevisionId };
}

/** Points an alias at the version that its move names. */
export async function move(client: LambdaClient, { call, to, revision }: Move): Promise<void> {
  if (to === undefined) return;
  await client.send(
    new UpdateAliasCommand({
      FunctionName: call.functionName,
      Name: alias,
      FunctionVersion: String(to.number),
      RevisionId: revision,
    }),
  );
}

/**
 * After a deployment every call is answered by what it brought, also one whose function it left as it was and which somebody
 * had gone back with: CloudFormation sets an alias only where its version is another one. Says which those were.
 */
export async function bringForward(client: LambdaClient, calls: readonly Aliased[]): Promise<string[]> {
  const told: string[] = [];
  for (const call of calls) {
    const moved = await moveOf(client, call, "forward");
    await move(client, moved);
    if (moved.to)
      told.push(`${call.name} had gone back to version ${moved.from.number}, and is at ${moved.to.number}.`);
  }
  return told;
}

/** The published versions, the oldest first. */
async function versionsOf(client: LambdaClient, FunctionName: string): Promise<Version[]> {
  const versions: Version[] = [];
  let Marker: string | undefined;
  do {
    const page = await client.send(new ListVersionsByFunctionCommand({ FunctionName, Marker }));
    for (const { Version: number, LastModified } of page.Versions ?? []) {
      if (number !== "$LATEST") versions.push({ number: Number(number), madeAt: LastModified?.slice(0, 16) ?? "" });
    }
    Marker = page.NextMarker;
  } while (Marker);
  return versions.sort((a, b) => a.number - b.number);
}

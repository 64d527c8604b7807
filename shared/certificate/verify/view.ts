import { idOf, isObject, type Json, listOf } from "./verdict.ts";

/** What the review found of one criterion, section or total, in words. */
export interface Finding {
  readonly name: string;
  readonly kind: "criterion" | "section" | "total";
  /** `Achieved`, `Completed`, `7 of 8`. */
  readonly outcome: string;
  /** The rubric's words for the level. */
  readonly description?: string;
  /** Whether the level or value had to be reached. */
  readonly isRequired: boolean;
}

/** What a credential says, as texts to show. Nothing in it is markup, and nothing is loaded. */
export interface CredentialView {
  readonly title: string;
  readonly description?: string;
  readonly criteria?: string;
  readonly holder?: string;
  readonly issuer: string;
  readonly issuerId: string;
  /** ISO 8601. */
  readonly awardedOn?: string;
  readonly endsOn?: string;
  readonly creditsEarned?: number;
  readonly assessor?: string;
  readonly findings: readonly Finding[];
  readonly evidence: readonly { readonly name: string; readonly narrative?: string }[];
}

const charactersMax = 5000;

/** A text property: plain, with its language, or several. */
function textIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join(", ") || undefined;
  const text = isObject(value) ? value["@value"] : value;
  if (typeof text === "number") return String(text);
  return typeof text === "string" && text.trim() !== "" ? text.slice(0, charactersMax) : undefined;
}

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [each in Name]?: string };

/** Reads what a credential says, whatever else it holds. */
export function viewOf(document: Json): CredentialView {
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const achievement = isObject(subject.achievement)
    ? subject.achievement
    : isObject(document.badge)
      ? document.badge
      : {};
  const issuer = document.issuer ?? achievement.issuer;
  const source = isObject(subject.source) ? subject.source : {};
  const { creditsEarned } = subject;
  return {
    title: textIn(achievement.name) ?? textIn(document.name) ?? "Credential",
    ...optional("description", textIn(achievement.description)),
    ...optional("criteria", isObject(achievement.criteria) ? textIn(achievement.criteria.narrative) : undefined),
    ...optional("holder", holderOf(subject)),
    issuer: (isObject(issuer) ? textIn(issuer.name) : undefined) ?? "Unnamed issuer",
    issuerId: idOf(issuer) ?? "",
    ...optional(
      "awardedOn",
      textIn(document.awardedDate ?? document.validFrom ?? document.issuanceDate ?? document.issuedOn),
    ),
    ...optional("endsOn", textIn(document.validUntil ?? document.expirationDate ?? document.expires)),
    ...(typeof creditsEarned === "number" && { creditsEarned }),
    ...optional("assessor", [textIn(source.name), textIn(source.description)].filter(Boolean).join(". ") || undefined),
    findings: findingsOf(document, listOf(subject.result)),
    evidence: listOf(document.evidence).flatMap((each) =>
      isObject(each)
        ? [{ name: textIn(each.name) ?? "Evidence", ...optional("narrative", textIn(each.narrative)) }]
        : [],
    ),
  };
}

function holderOf(subject: Json): string | undefined {
  const named = listOf(subject.identifier).find(
    (each) => isObject(each) && each.identityType === "name" && each.hashed !== true,
  );
  return textIn(subject.name) ?? (isObject(named) ? textIn(named.identityHash) : undefined);
}

/** Everything with an id, with all that is said of it anywhere: JSON-LD lets one thing be described in pieces. */
function thingsIn(document: Json): ReadonlyMap<string, Json> {
  const things = new Map<string, Json>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    if (typeof value.id === "string") things.set(value.id, { ...things.get(value.id), ...value });
    Object.values(value).forEach(walk);
  };
  walk(document);
  return things;
}

/** Each result, also one that cannot be told: nothing that was found is left out. */
function findingsOf(document: Json, results: readonly unknown[]): Finding[] {
  const things = thingsIn(document);
  const thing = (reference: unknown) => things.get(idOf(listOf(reference)[0]) ?? "") ?? {};
  return results.filter(isObject).map((result): Finding => {
    const description = thing(result.resultDescription);
    const level = thing(result.achievedLevel);
    const [most, value] = [textIn(description.valueMax), textIn(result.value)];
    const outcome = textIn(level.name) ?? (value && most ? `${value} of ${most}` : value) ?? textIn(result.status);
    return {
      name: textIn(description.name) ?? "Unnamed result",
      kind: result.achievedLevel !== undefined ? "criterion" : result.status === undefined ? "total" : "section",
      outcome: outcome ?? "Not stated",
      ...optional("description", textIn(level.description)),
      isRequired: description.requiredLevel !== undefined || description.requiredValue !== undefined,
    };
  });
}

import { createHash } from "node:crypto";
import { Anchor, AnchorSet } from "../../../shared/calibration/anchor.ts";
import type { ShownAnchor, ShownAnchors, ShownForm } from "../../../shared/calibration/anchor-calls.ts";
import {
  type AnchorForm,
  type AnchorMarks,
  anchorForms,
  differencesOf,
  type JudgedSection,
  rubricText,
  sameMarks,
  setFaults,
} from "../../../shared/calibration/calibration.ts";
import type { RubricExt } from "../../../shared/credential/credential.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { belowMinimum, gradeRubric, isContradicted } from "../../../shared/submission/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import { loadForStaff } from "../../credential/model/guards.ts";
import type { WholeCredential } from "../../credential/model/record.ts";
import type { AuditBase } from "../../data/audit.ts";
import { newId, now } from "../../data/ids.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { change, check, remove, type Step } from "../../data/steps.ts";
import { get, queryAll } from "../../data/table.ts";

/** A section as its rubric is stored with it. */
interface Rubric {
  readonly section_id: string;
  readonly rubric_ext: RubricExt | null;
}

/** The sections of a credential as their marks are judged. */
export const judgedSections = (sections: readonly Rubric[]): JudgedSection[] =>
  sections.map(({ section_id, rubric_ext }) => ({
    section_id,
    criteria: rubric_ext?.criteria ?? [],
    making_progress: rubric_ext?.making_progress ?? 0,
    completed: rubric_ext?.completed ?? 0,
  }));

/** What a rubric is told by: keys and passes hold for it alone. */
export const rubricDigest = (sections: readonly Rubric[]): string =>
  createHash("sha256")
    .update(rubricText(judgedSections(sections)))
    .digest("hex");

/** A credential's anchors, with the set as it was read before them. */
export interface ReadAnchors {
  readonly set: AnchorSet | undefined;
  readonly anchors: readonly Anchor[];
}

/** Reads the set first: a write under its version fails where an anchor is of a later one. */
export async function readAnchors(cred_id: string): Promise<ReadAnchors> {
  const set = await get(AnchorSet, qualityKeys.anchorSet(cred_id));
  const anchors = (await queryAll(qualityKeys.anchors(cred_id))).map((item) => Anchor.parse(item));
  return { set, anchors };
}

/** The anchors of a form, in the order they were written. */
export const ofForm = (anchors: readonly Anchor[], form: AnchorForm): Anchor[] =>
  anchors.filter((each) => each.form === form);

/** The key that two people agree on; nothing before they do. */
export function agreedKey({ keys: [one, other] }: Anchor) {
  return one && other && sameMarks(one.sections, other.sections) ? one.sections : undefined;
}

/** What keeps a key from being what a job's reviewer may say: it accepts a section short of the points for Completed. */
export function keyFault(sections: readonly Rubric[], said: AnchorMarks): string | undefined {
  const faults = judgedSections(sections).flatMap((terms) => {
    const { status, marks = [] } = said.find(({ section_id }) => section_id === terms.section_id) ?? {};
    const section_rubric = gradeRubric(terms, marks);
    const isShort = status === "accepted" && isContradicted({ status, section_rubric }, terms);
    return isShort ? [belowMinimum(section_rubric, terms)] : [];
  });
  return faults[0];
}

/** Whether the anchors are published for this rubric. */
export const isFrozen = (set: AnchorSet | undefined, sections: readonly Rubric[]): boolean =>
  set?.frozen_on !== undefined && set.rubric_digest === rubricDigest(sections);

/** A credential of the caller's organization with its anchors. */
export async function loadAnchors(cred_id: string, actor: Actor): Promise<ReadAnchors & { whole: WholeCredential }> {
  const [whole, read] = await Promise.all([loadForStaff(cred_id, actor), readAnchors(cred_id)]);
  return { whole, ...read };
}

/** The same, refused where the anchors are published. */
export async function loadOpenAnchors(cred_id: string, actor: Actor) {
  const found = await loadAnchors(cred_id, actor);
  if (isFrozen(found.set, found.whole.sections)) throw new Problem("job.anchors-frozen");
  return found;
}

/** Whom an audit row about anchors names, and what it happened to. */
export const anchorBase = (
  { credential: { cred_id, organization_id } }: WholeCredential,
  actor_id: string,
): AuditBase & { cred_id: string } => ({ organization_id, subject_id: cred_id, actor_id, cred_id });

/** The conditions of every write of anchors: nobody else has written any of them, nor the rubric, since they were read. */
export function anchorSteps(
  { whole: { credential }, set }: { whole: WholeCredential; set: AnchorSet | undefined },
  changed: Partial<AnchorSet> = {},
): Step[] {
  const { cred_id, organization_id } = credential;
  const otherwise = new Problem("state.changed");
  const where = set ? { version: set.version } : { version: { absent: true as const } };
  return [
    change(
      qualityKeys.anchorSet(cred_id),
      { set: { cred_id, organization_id, ...changed } },
      { where, otherwise, ...(!set && { orCreate: true }) },
    ),
    check(credentialKeys.credential(cred_id), { where: { version: credential.version }, otherwise }),
  ];
}

/** A form is complete by what was written for it: a learner may take their work back at any time. */
function shownForm(form: AnchorForm, anchors: readonly Anchor[], sections: readonly Rubric[]): ShownForm {
  const all = ofForm(anchors, form);
  const agreed = all.filter((each) => agreedKey(each) !== undefined);
  const written = agreed.filter((each) => each.application_id === undefined).map((each) => agreedKey(each)!);
  const marks = written.flat().flatMap((section) => section.marks);
  const lacks = setFaults(judgedSections(sections), written);
  return {
    form,
    anchors: all.length,
    agreed: agreed.length,
    written: written.length,
    decisions: marks.length,
    not_achieved: marks.filter(({ achieved }) => !achieved).length,
    lacks: agreed.length < all.length ? [...lacks, "agreement"] : lacks,
  };
}

/** What each form has, and lacks. */
export const shownForms = (anchors: readonly Anchor[], sections: readonly Rubric[]): ShownForm[] =>
  anchorForms.map((form) => shownForm(form, anchors, sections));

/** An anchor as one of its authors sees it: the other's key not before their own is there. */
function shownAnchor({ keys: written, ...anchor }: Anchor, user_id: string): ShownAnchor {
  const own = written.find(({ by }) => by === user_id);
  const other = written.find(({ by }) => by !== user_id);
  const isBoth = written.length === 2;
  const [one, two] = written;
  const differences = isBoth ? differencesOf(one!.sections, two!.sections) : [];
  const { anchor_id, form, title, answers, application_id, version } = anchor;
  return {
    anchor_id,
    form,
    title,
    answers,
    ...(application_id !== undefined && { from_work: true }),
    ...(own && { own_key: { sections: own.sections, saved_on: own.saved_on, version: own.version } }),
    keys: written.length,
    ...(own && other && { other_key: other.sections }),
    differences: own ? differences : [],
    agreed: isBoth && differences.length === 0,
    version,
  };
}

/** The anchors as one of their authors sees them. */
export const shownAnchors = (
  { whole: { credential, sections }, set, anchors }: ReadAnchors & { whole: WholeCredential },
  user_id: string,
): ShownAnchors => ({
  credential_id: credential.cred_id,
  ...(isFrozen(set, sections) && { frozen_on: set!.frozen_on }),
  forms: shownForms(anchors, sections),
  anchors: anchors.map((each) => shownAnchor(each, user_id)),
});

/** An anchor that nobody has written a key for. */
export const newAnchor = (
  { credential: { cred_id, organization_id } }: WholeCredential,
  said: Pick<Anchor, "form" | "title" | "answers" | "application_id">,
): Anchor => ({
  ...said,
  anchor_id: newId("anc"),
  cred_id,
  organization_id,
  keys: [],
  created_on: now(),
  version: 1,
});

/** The steps by which a draft's anchors go with it. */
export async function removeAnchorSteps(cred_id: string): Promise<Step[]> {
  const { set, anchors } = await readAnchors(cred_id);
  const otherwise = new Problem("credential.changed");
  return [
    ...(set ? [remove(qualityKeys.anchorSet(cred_id), { where: { version: set.version }, otherwise })] : []),
    ...anchors.map(({ anchor_id }) => remove(qualityKeys.anchor(cred_id, anchor_id))),
  ];
}

/**
 * The conditions under which a credential that wants calibrated reviewers may go live: its anchors are published for the
 * rubric it has. Refuses it where they are not.
 */
export async function publishedAnchorSteps({ credential, criteria, sections }: WholeCredential): Promise<Step[]> {
  if (criteria?.calibration !== "required") return [];
  const { cred_id } = credential;
  const set = await get(AnchorSet, qualityKeys.anchorSet(cred_id));
  const message = "Publish this credential’s anchors first. Its reviewers need them to practice.";
  if (!set || !isFrozen(set, sections))
    throw new Problem("credential.incomplete", { message, fields: { calibration: message } });
  return [
    check(qualityKeys.anchorSet(cred_id), {
      where: { version: set.version },
      otherwise: new Problem("credential.changed"),
    }),
  ];
}

import { assignReviewers } from "../../shared/credential/calls.ts";
import { credentialLimits } from "../../shared/credential/parts.ts";
import { noReviewerMessage } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { readStandings } from "../user/model/reviewer-standing.ts";
import { saveEdit } from "./model/editing.ts";
import { loadForStaff, requireEditableCredential } from "./model/guards.ts";
import { requireReviewers, requireSomebody } from "./model/reviewers.ts";

/**
 * Adds and removes reviewers of a credential. Once it is past its draft at least one has to stay, and once it was published
 * one who may review.
 */
export const handler = implement(assignReviewers, async ({ credential_id, add, remove }, { actor, commit }) => {
  const whole = await loadForStaff(credential_id, actor);
  const { credential } = whole;
  requireEditableCredential(actor, whole, "reviewers");
  const wanted = [...new Set([...credential.assigned_reviewers, ...add])];
  const assigned_reviewers = wanted.filter((user_id) => !remove.includes(user_id));
  const refuse = (message: string) => new Problem("input.invalid", { message, fields: { add: message } });
  if (assigned_reviewers.length > credentialLimits.reviewers) throw refuse("At most 25 reviewers.");
  if (assigned_reviewers.length === 0 && credential.status !== "draft") throw refuse(noReviewerMessage);
  const standings = await readStandings(wanted);
  requireReviewers(standings, credential, add);
  const isLive = credential.status === "published" || credential.status === "closed";
  const wantedNow = { criteria: whole.criteria, before: credential.assigned_reviewers, field: "add" };
  const steps = isLive ? requireSomebody(standings, { ...credential, assigned_reviewers }, wantedNow) : [];
  const edit = { set: { assigned_reviewers }, steps };
  const saved = await saveEdit(whole, edit, { part: "reviewers", actor, commit, seen: credential.version });
  return { data: { credential_id, version: saved.data.version, assigned_reviewers } };
});

import { isUnderAppeal } from "../../shared/appeal/appeal.ts";
import { read } from "../../shared/credential/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { qualityFrom } from "../../shared/quality/quality.ts";
import { Profile } from "../../shared/reviewer/reviewer.ts";
import { Application, Applied } from "../../shared/submission/submission.ts";
import { type HandlerOptions, implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet, withShards } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { countsOfEndedMonths } from "../review/model/kept-quality.ts";
import { authorOf } from "../reviewer/model/issuer-profile.ts";
import { pointer } from "../submission/model/pointer.ts";
import { standingOf } from "../submission/model/standing.ts";
import { shownPerson } from "../user/model/shown-person.ts";
import { StoredCredential } from "./model/record.ts";
import { readRejected } from "./model/rejected.ts";
import { readContent } from "./model/store.ts";
import { maySee, namedCredential } from "./model/summary.ts";
import { issuerOf, present } from "./model/view.ts";

/** Reads the credential that a call names, and the caller's pointer to their application for it. */
const named: HandlerOptions = {
  prefetch: (input, user_id) => [...namedCredential.prefetch(input, user_id), ...pointer.prefetch(input, user_id)],
};

/** Reads one credential, as far as the caller may see it; with the names of its people, or a learner's application. */
export const handler = implement(
  read,
  async ({ credential_id }, { actor, prefetched: [meta, pointer] }) => {
    if (!meta) throw new Problem("resource.not-found");
    const credential = StoredCredential.parse(meta);
    const staff = actor.role !== "learner" && actor.role !== "reviewer";
    const reviewers = staff ? credential.assigned_reviewers : [];
    const { application_id = "", certificate_id = "" } = pointer ? Applied.parse(pointer) : {};
    const [content, found] = await Promise.all([
      readContent(credential_id),
      batchGet([
        organizationKeys.organization(credential.organization_id),
        organizationKeys.user(credential.created_by),
        reviewerKeys.issuerProfile(credential.organization_id, credential.created_by),
        submissionKeys.application(application_id),
        certificateKeys.certificate(certificate_id),
        qualityKeys.credentialQuality(credential.organization_id, credential_id),
        ...reviewers.flatMap((user_id) => [organizationKeys.user(user_id), reviewerKeys.reviewer(user_id)]),
      ]).then(withShards),
    ]);
    const rejected = staff ? await readRejected(credential, content.rejected) : undefined;
    const [organizationItem, creator, account, applicationItem, certificate, quality, ...people] = found;
    const organization = organizationItem && OrganizationRecord.parse(organizationItem);
    const applied = applicationItem && Application.parse(applicationItem);
    const issuerLives = organization?.status === "active";
    if (!maySee(actor, credential, { applied: applied !== undefined, issuerLives }))
      throw new Problem("resource.not-found");
    return {
      data: present({ credential, ...content }, actor, {
        issuer: issuerOf(organization),
        author: authorOf(account),
        rejected,
        creator: shownPerson(creator),
        twiceReviewed: content.criteria?.second_review ? qualityFrom(countsOfEndedMonths(quality)) : undefined,
        reviewers: reviewers.map((user_id, index) => {
          const [user, profile] = people.slice(index * 2, index * 2 + 2);
          const { email: _, ...person } = shownPerson(user);
          const title = profile ? Profile.parse(profile).title : "";
          return { reviewer_id: user_id, user_id, ...person, title };
        }),
        application: applied && {
          application_id,
          status: standingOf(applied, certificate),
          appealed: isUnderAppeal(applied),
        },
      }),
    };
  },
  named,
);

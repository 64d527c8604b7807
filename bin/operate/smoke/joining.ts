import { mintInvitationToken } from "../../../functions/auth/model/invitation-token.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { batchGet, queryAll } from "../../../functions/data/table.ts";
import { contract } from "../../../shared/contract.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { termsVersion } from "../../../shared/platform/terms.ts";
import { strangerAt } from "./person.ts";
import { noPeople, refused, type Step } from "./step.ts";

const { auth, organization } = contract;

export const people: Step = {
  name: "people",
  proves: "the table and the pool take an organization, its admin and its reviewer",
  otherwise: "lib/runbooks/calls-refused.md: the outputs TableName and UserPoolId, the rights of whoever runs the test",
  async look(course) {
    Object.assign(course, await course.make());
  },
};

export const mail: Step = {
  name: "mail",
  proves: "an invitation becomes a message, and SES takes its mail",
  otherwise: "lib/runbooks/mail-waiting.md: the sender's identity, the sandbox, the rights of deliver-mail",
  absent: noPeople,
  async look(course) {
    const { admin, learner } = course;
    const invitation = { email: learner.email, role: roleIds.learner };
    const { invitations } = await admin!.ask(organization.inviteUsers, { invitations: [invitation] });
    const { invite_id } = invitations[0]!;
    course.invite_id = invite_id;
    const rows = await queryAll({ pk: platformKeys.audit(invite_id, "").pk });
    const markers = rows.map(({ event_id }) => platformKeys.handled(String(event_id), "mail", invite_id));
    await course.wait(
      "The mail was handed to SES",
      60,
      async () =>
        (await batchGet(markers)).some((marker) => marker !== undefined && !("claimed_until" in marker)) || undefined,
    );
  },
};

export const signUp: Step = {
  name: "sign-up",
  proves: "who follows an invitation has an account in the pool",
  otherwise: "lib/runbooks/calls-refused.md: the pool of the output UserPoolId, the rights of auth-signup",
  absent: ({ invite_id }) => (invite_id ? undefined : "nobody was invited"),
  async look(course) {
    const { origin, learner, invite_id } = course;
    const minted = await mintInvitationToken(invite_id!);
    const names = { first_name: "Smoke", last_name: "Learner", terms_version: termsVersion };
    const signed = await strangerAt(origin).call(auth.signup, { ...names, ...learner, token: minted!.token });
    refused(signed, 200, "The sign-up");
    course.isSignedUp = true;
  },
};

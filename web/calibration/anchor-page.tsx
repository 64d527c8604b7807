import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import * as z from "zod";
import { AnchorAnswer, AnchorFormName, AnchorTitle, anchorLimits } from "../../shared/calibration/anchor.ts";
import type { ConsentedWork, ShownAnchor, ShownAnchors } from "../../shared/calibration/anchor-calls.ts";
import type { RubricSection } from "../../shared/calibration/calls.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { queries, write } from "../api/queries.ts";
import { credentialQuery, loadCredential } from "../content/credential/load.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField, TextField } from "../ui/forms/fields.tsx";
import { ChangedElsewhere } from "../ui/forms/follow-stored.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel, Stack } from "../ui/look/panel.tsx";
import { AnchorKeyForm } from "./anchor-key-form.tsx";
import { AnchorWork } from "./anchor-sections.tsx";
import { AnchorState } from "./anchors-page.tsx";
import { KeyTable } from "./key-table.tsx";

export const load = loadCredential;

const sectionsOf = ({ scores_and_submissions: { sections } }: Credential): RubricSection[] =>
  sections.map(({ section_id, title, description, rubric, rubric_ext }) => ({
    section_id,
    title,
    description,
    rubric,
    criteria: rubric_ext?.criteria ?? [],
    making_progress: rubric_ext?.making_progress ?? 0,
    completed: rubric_ext?.completed ?? 0,
  }));

/** `/credential/:id/anchors/:anchor_id`: an anchor's work, one's own key, and where it differs from the other's. */
export function Page() {
  const { id: credential_id = "", anchor_id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: credential } = useSuspenseQuery(credentialQuery(organization_id, credential_id));
  const { data } = useSuspenseQuery(api.calibration.listAnchors.query({ organization_id, credential_id }));
  const anchor = data.anchors.find((each) => each.anchor_id === anchor_id);
  const back = { to: paths.credentialAnchors(credential_id), text: "Anchors" };
  const sections = sectionsOf(credential);
  if (anchor) return <Written key={anchor_id} anchor={anchor} data={data} sections={sections} back={back} />;
  if (anchor_id !== "new" || data.frozen_on !== undefined) return <Navigate replace to={back.to} />;
  return <New credential_id={credential_id} sections={sections} back={back} />;
}

interface ToWrite {
  readonly credential_id: string;
  readonly sections: readonly RubricSection[];
  readonly back: Back;
}

/** A new anchor, from nothing or from a learner's work. */
function New(wanted: ToWrite) {
  const [query] = useSearchParams();
  const application_id = query.get("work");
  if (application_id !== null) return <FromWork application_id={application_id} {...wanted} />;
  const { back, ...rest } = wanted;
  return (
    <>
      <PageHeader
        title="Write an anchor"
        description="Write what a learner might submit. Don’t copy a real learner’s work."
        back={back}
      />
      <Panel>
        <AnchorForm {...rest} />
      </Panel>
    </>
  );
}

function FromWork({ application_id, back, ...rest }: ToWrite & { readonly application_id: string }) {
  const { organization_id } = useSession();
  const { data: work } = useSuspenseQuery(api.calibration.readConsentedWork.query({ organization_id, application_id }));
  return (
    <>
      <PageHeader
        title="Make an anchor from a learner’s work"
        description={`From work for “${work.title}”, as plain text without files and links.`}
        back={back}
      />
      <Stack gap="l">
        <Alert type="warning" header="Read it through before you save">
          We’ve removed the learner’s name. Remove anything else that could identify them, such as other names, schools,
          or places.
        </Alert>
        <Panel>
          <AnchorForm {...rest} work={work} />
        </Panel>
      </Stack>
    </>
  );
}

interface Back {
  readonly to: string;
  readonly text: string;
}

function Written({
  anchor,
  data: { credential_id, frozen_on },
  sections,
  back,
}: {
  readonly anchor: ShownAnchor;
  readonly data: ShownAnchors;
  readonly sections: readonly RubricSection[];
  readonly back: Back;
}) {
  const go = useNavigate();
  const { organization_id } = useSession();
  const [removing, setRemoving] = useState(false);
  const { anchor_id, title, form, own_key, other_key, keys } = anchor;
  const isPublished = frozen_on !== undefined;
  const writes = !isPublished && (own_key !== undefined || keys < 2);
  return (
    <Stack gap="l">
      <PageHeader
        title={title}
        description={
          <>
            Form {form} · <AnchorState anchor={anchor} />
          </>
        }
        back={back}
        actions={isPublished ? null : <Button onClick={() => setRemoving(true)}>Remove anchor</Button>}
      />
      {isPublished ? (
        <Alert type="info">These anchors are published and can’t be changed.</Alert>
      ) : writes ? null : (
        <Alert type="info" header="This anchor’s key already has two authors">
          They compare their keys and settle their differences.
        </Alert>
      )}
      {writes ? (
        <AnchorKeyForm credential_id={credential_id} anchor={anchor} sections={sections} />
      ) : (
        <>
          {sections.map((section, at) => (
            <AnchorWork key={section.section_id} section={section} number={at + 1} answers={anchor.answers} />
          ))}
          {own_key ? (
            <Panel title="Your key">
              <KeyTable sections={sections} answer={own_key.sections} said={other_key} saidBy="Other author" />
            </Panel>
          ) : null}
        </>
      )}
      {isPublished ? null : (
        <Disclosure title="Edit the work" level={2} framed>
          <Stack gap="m">
            {keys > 0 ? <p>If you change a response, both keys need to be written again.</p> : null}
            <AnchorForm credential_id={credential_id} sections={sections} anchor={anchor} />
          </Stack>
        </Disclosure>
      )}
      {removing ? (
        <ConfirmDialog
          title={`Remove “${title}”?`}
          confirm="Remove"
          destructive
          onConfirm={async () => {
            await write(api.calibration.removeAnchor, { organization_id, credential_id, anchor_id });
            flash("success", "Anchor removed.");
            await go(back.to);
          }}
          onClose={() => setRemoving(false)}
        >
          {keys > 0 ? "This deletes its work and its keys." : "This deletes its work."} You can’t undo this.
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

const schema = z.object({ title: AnchorTitle, form: AnchorFormName, answers: z.array(AnchorAnswer) });

/** What an anchor hands in, what its authors call it, and the form it is in. */
function AnchorForm({
  credential_id,
  sections,
  anchor,
  work,
}: {
  readonly credential_id: string;
  readonly sections: readonly RubricSection[];
  readonly anchor?: ShownAnchor;
  /** What a new one is made of. */
  readonly work?: ConsentedWork;
}) {
  const go = useNavigate();
  const { organization_id } = useSession();
  const [query] = useSearchParams();
  const answerOf = ({ section_id, title }: RubricSection, at: number) =>
    anchor
      ? anchor.answers.find((each) => each.section_id === section_id)?.answer
      : (work?.sections.find((each) => each.title === title) ?? work?.sections[at])?.text;
  return (
    <CallForm
      follows
      send={api.calibration.saveAnchor}
      schema={schema}
      values={{
        title: anchor?.title ?? "",
        form: anchor?.form ?? (query.get("form") === "B" ? "B" : "A"),
        answers: sections.map((section, at) => ({
          section_id: section.section_id,
          answer: answerOf(section, at) ?? "",
        })),
      }}
      toInput={(said) => ({
        organization_id,
        credential_id,
        ...said,
        ...(anchor && { anchor_id: anchor.anchor_id, version: anchor.version }),
        ...(work && { application_id: work.application_id }),
      })}
      submit={anchor ? "Save work" : "Save anchor"}
      success="Anchor saved."
      onDone={(answer, { title, form }) => {
        queries.setQueryData(api.calibration.listAnchors.query({ organization_id, credential_id }).queryKey, answer);
        if (anchor) return;
        const { anchors } = answer;
        const written = anchors.findLast((each) => each.title === title.trim() && each.form === form);
        void go(
          written ? paths.credentialAnchor(credential_id, written.anchor_id) : paths.credentialAnchors(credential_id),
          {
            replace: true,
          },
        );
      }}
      {...(!anchor && { onCancel: paths.credentialAnchors(credential_id) })}
    >
      <TextField
        name="title"
        label="Name"
        constraint="Reviewers don’t see it."
        lengthMax={anchorLimits.titleCharacters}
      />
      <RadioField
        name="form"
        label="Form"
        items={[
          { value: "A", label: "Form A" },
          { value: "B", label: "Form B" },
        ]}
      />
      <ChangedElsewhere name="answers" />
      {sections.map(({ section_id, title }, at) => (
        <TextAreaField
          key={section_id}
          name={`answers.${at}.answer`}
          label={`Response to “${title}”`}
          rows={8}
          lengthMax={anchorLimits.answerCharacters}
          stretch
        />
      ))}
    </CallForm>
  );
}

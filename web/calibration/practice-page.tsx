import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Practice } from "../../shared/calibration/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { StandingText } from "../content/review/standing.tsx";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel, Stack } from "../ui/look/panel.tsx";
import { AnchorWork } from "./anchor-sections.tsx";
import { KeyTable } from "./key-table.tsx";
import { UnderWay } from "./practice-samples.tsx";
import { Where } from "./practice-standing.tsx";

const back = { to: paths.openJobs, text: "Open jobs" };

/** `/practice/:credential_id`: a reviewer marks work whose right marks are known, before they accept jobs. */
export function Page() {
  return (
    <ApprovedOnly title="Practice">
      <OwnPractice />
    </ApprovedOnly>
  );
}

function OwnPractice() {
  const { credential_id = "" } = useParams();
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.calibration.read.query({ organization_id, credential_id }));
  const { standing, title } = data;
  return (
    <Stack gap="l">
      <PageHeader title={`Practice: ${title}`} description={<StandingText standing={standing} />} back={back} />
      {standing.status === "inProgress" ? (
        <UnderWay data={data} />
      ) : (
        <>
          <Where data={data} />
          {standing.status === "passed" ? <Passed data={data} /> : null}
        </>
      )}
    </Stack>
  );
}

/** What is right and why, beside one's own marks. */
function Passed({ data: { sections, anchors } }: { readonly data: Practice }) {
  return anchors.map(({ anchor_id, answers, marked, key = [] }, at) => (
    <Panel key={anchor_id} title={`Sample ${at + 1}`}>
      <Stack gap="m">
        <KeyTable sections={sections} answer={key} said={marked} saidBy="You" right="Correct" of={`sample ${at + 1}`} />
        <Disclosure title={`The work of sample ${at + 1}`}>
          <Stack gap="m">
            {sections.map((section, number) => (
              <AnchorWork key={section.section_id} section={section} number={number + 1} answers={answers} />
            ))}
          </Stack>
        </Disclosure>
      </Stack>
    </Panel>
  ));
}

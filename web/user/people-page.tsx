import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { emailAddress } from "../../shared/platform/person.ts";
import type { PersonFound } from "../../shared/user/user.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { type Standing, StatusDialog, statusAction } from "../content/organization/standing-dialog.tsx";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Failure } from "../ui/forms/errors.tsx";
import { LightField } from "../ui/forms/light-field.tsx";
import { Nothing } from "../ui/lists/list-states.tsx";
import { RowTable } from "../ui/lists/row-table.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { counted, date } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Avatar } from "../ui/look/pictures/avatar.tsx";
import { roleName } from "../ui/look/role-names.ts";
import { Status } from "../ui/look/status.tsx";
import "./people.css";

const address = emailAddress("Please enter valid Email", "Email field can not be empty");

/** `/people`: a super administrator finds a person by address, with all their places and what can be done. */
export function Page() {
  const [email, setEmail] = useUrlState("email");
  const [typed, setTyped] = useState(email);
  const [fault, setFault] = useState<string>();
  const answer = useQuery({ ...api.user.find.query({ email }), enabled: email !== "" });
  const find = (event: FormEvent) => {
    event.preventDefault();
    const checked = address.safeParse(typed);
    setFault(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    if (checked.data === email) void answer.refetch();
    else setEmail(checked.data);
  };
  return (
    <>
      <PageHeader
        title="People"
        description="Find a person by their email address, in whatever organizations they are."
      />
      <form className="people-find" noValidate onSubmit={find}>
        <LightField
          label="Email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={fault}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
        />
        <LightButton type="submit" primary busy={answer.isFetching}>
          Find
        </LightButton>
      </form>
      <div aria-live="polite">
        {email === "" ? null : answer.isError ? (
          <Failure error={answer.error} onAgain={() => void answer.refetch()} />
        ) : answer.isPending ? (
          <p role="status">Looking for {email}…</p>
        ) : answer.data.person ? (
          <Person key={answer.data.person.user_id} person={answer.data.person} />
        ) : (
          <Nothing
            title={`No account with ${email}`}
            text="People who are invited and haven’t signed up yet stand in the users list of their organization, as pending."
          />
        )}
      </div>
    </>
  );
}

function Person({ person }: { readonly person: PersonFound }) {
  const session = useSession();
  const [standing, setStanding] = useState<Standing>();
  const [deleting, setDeleting] = useState(false);
  const { user_id, email, status, places, superadmin } = person;
  const name = fullName(person) || email;
  const change = statusAction(status, session.role, setStanding);
  return (
    <Panel
      title={name}
      actions={
        superadmin ? undefined : (
          <>
            <LightButton onClick={change.onClick}>{`${change.text} account`}</LightButton>
            <LightButton onClick={() => setDeleting(true)}>Delete account</LightButton>
          </>
        )
      }
    >
      <div className="people-found">
        <Avatar src={person.image} of={name} size={64} />
        <KeyValues
          items={[
            { label: "Email", value: email },
            {
              label: "Account",
              value:
                status === "active" ? (
                  <Status status="approved" words="Active" />
                ) : (
                  <Status status="suspended" words="Disabled" />
                ),
            },
            { label: "Since", value: date(person.created_on) },
            ...(superadmin ? [{ label: "Role", value: "Super administrator" }] : []),
          ]}
        />
      </div>
      {places.length > 0 ? (
        <RowTable
          className="people-places"
          label={`Organizations of ${name}`}
          heading="Organization"
          columns={[
            { name: "Role", text: true },
            { name: "Status", text: true },
            { name: "Member since", text: true },
            { name: "Actions", text: true },
          ]}
          rows={places.map((place) => {
            const organization = organizationNameShown(place.organization_name);
            return {
              id: place.organization_id,
              name: place.archived ? `${organization} (archived)` : organization,
              cells: [
                roleName(place.role, place.role_name),
                place.status === "active" ? (
                  <Status key="status" status="approved" words="Active" />
                ) : (
                  <Status key="status" status="suspended" />
                ),
                date(place.created_on),
                <span key="actions" className="people-links">
                  <Link
                    to={paths.editOrganizationUser(place.organization_id, user_id)}
                    aria-label={`Edit in ${organization}`}
                  >
                    Edit
                  </Link>
                  <Link
                    to={paths.organizationUsersOf(place.organization_id, email)}
                    aria-label={`Users of ${organization}`}
                  >
                    Users
                  </Link>
                </span>,
              ],
            };
          })}
        />
      ) : (
        <p>{superadmin ? "Looks after the platform and belongs to no organization." : "Belongs to no organization."}</p>
      )}
      {standing ? (
        <StatusDialog user={{ user_id, name, status }} status={standing} onClose={() => setStanding(undefined)} />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={`Delete the account of ${name}?`}
          confirm="Delete account"
          typed={email}
          destructive
          onConfirm={async () => {
            await write(api.user.remove, { user_id, email });
            flash("success", `The account of ${name} is deleted.`);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>
            They lose access to {counted(places.length, "organization")} right away, and their personal data is erased.
            Certificates stay public with their name, and what organizations were paid stays in their records. You can’t
            undo this. To keep everything, disable the account instead.
          </p>
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}

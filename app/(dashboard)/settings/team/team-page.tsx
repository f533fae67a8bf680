"use client";

import { UsersRound } from "lucide-react";
import { showEmail } from "../../../../server/platform/show-email.ts";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { Empty } from "../../../_components/empty.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../_components/form/field.ts";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import type { Column } from "../../../_components/table/column.ts";
import { DataTable } from "../../../_components/table/data-table.tsx";
import { RowName } from "../../../_components/table/row-name.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useMay } from "../../../_lib/use-loaded.ts";

type Member = Awaited<ReturnType<Api["members"]["list"]["query"]>>["members"][number];
type Row = Member & { id: string };

const ROLES = {
  OWNER: "Owner: everything, team and payments too",
  ADMIN: "Admin: catalog, customers, keys, settings",
  SUPPORT: "Support: reads, overrides and notes",
  VIEWER: "Viewer: reads",
};

const ROLE: FormField = {
  name: "role",
  label: "Role",
  kind: "select",
  options: Object.entries(ROLES).map(([value, label]) => ({ value, label })),
};

const COLUMNS: Column<Row>[] = [
  {
    id: "member",
    header: "Member",
    lines: 2,
    cell: ({ name, email }) => <RowName name={name ?? email} also={name && email} />,
  },
  {
    id: "role",
    header: "Role",
    isAside: true,
    cell: ({ role, has_joined: hasJoined }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="capitalize">{role.toLowerCase()}</span>
        {!hasJoined && <Badge tone="caution">Invited</Badge>}
      </span>
    ),
  },
  {
    id: "factor",
    header: "Two-factor",
    from: "md",
    onCard: true,
    cell: ({ has_two_factor: has }) => (
      <Badge tone={has ? "positive" : "neutral"}>{has ? "On" : "Off"}</Badge>
    ),
  },
  {
    id: "since",
    header: "Since",
    align: "right",
    from: "md",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <RowActions member={row} /> },
];

function RowActions({ member }: { member: Row }) {
  if (!useMay("OWNER")) return null;
  const email = showEmail(member.email);
  return (
    <span className="flex justify-end gap-1">
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Change the role of ${email}`}>
            Role
          </Button>
        }
        title={`Role of ${email}`}
        schema={async () =>
          (await import("../../../../server/domain/members/change-role-schema.ts")).ChangeRole
        }
        fields={[ROLE]}
        fixed={{ user_id: member.user_id }}
        initial={{ role: member.role }}
        submit="Save"
        done="The role was changed."
        act={(api, input) => api.members.changeRole.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Remove ${email}`}>
            Remove
          </Button>
        }
        title={`Remove ${email}?`}
        description="Their sessions end, and they lose access to this company."
        schema={async () =>
          (await import("../../../../server/domain/members/remove-member-schema.ts")).MemberId
        }
        fixed={{ user_id: member.user_id }}
        submit="Remove"
        keep="Keep member"
        isDangerous
        done="The member was removed."
        act={(api, input) => api.members.remove.mutate(input)}
      />
    </span>
  );
}

/** The message after an invitation: whether a mail is sent, and what remains to be done. */
function Invited({
  member,
  link,
  is_mailed: isMailed,
}: Awaited<ReturnType<Api["members"]["invite"]["mutate"]>>) {
  const email = showEmail(member.email);
  if (member.has_joined) return <p>{email} has an account already, and sees this company from now on.</p>;
  if (isMailed) return <p>A mail with a link goes to {email}. The link works once, within a week.</p>;
  if (!link)
    return (
      <p>
        {email} was invited. This installation sends no mails, and another company has invited them, too, so
        that their link cannot be shown here. The person who runs the server can make one:{" "}
        <code className="font-mono text-xs">npm run reset-password -- {member.email}</code>
      </p>
    );
  return (
    <>
      <p>
        {email} was invited. This installation sends no mails: give them this link yourself. It works once,
        within a week.
      </p>
      <p className="rounded-md border bg-subtle px-3 py-2">
        <CopyButton value={link} label="the link" className="text-foreground" />
      </p>
    </>
  );
}

/** The members and their roles. */
export function TeamPage() {
  const mayInvite = useMay("OWNER");
  return (
    <>
      <PageHeader
        title="Team"
        description="Members of your team and their roles. A role applies in Live and in Test."
        actions={
          mayInvite && (
            <ActionDialog
              trigger={<Button>Invite</Button>}
              title="Invite to the team"
              schema={async () =>
                (await import("../../../../server/domain/members/invite-member-schema.ts")).InviteMember
              }
              fields={[
                { name: "email", label: "E-mail", kind: "email", isRequired: true },
                { name: "name", label: "Name" },
                ROLE,
              ]}
              initial={{ role: "VIEWER" }}
              submit="Invite"
              act={(api, input) => api.members.invite.mutate(input)}
              result={(invited) => <Invited {...invited} />}
            />
          )
        }
      />
      <DataTable
        name="members"
        columns={COLUMNS}
        query={membersOf}
        input={() => ({})}
        empty={<Empty Icon={UsersRound} title="No members" />}
      />
    </>
  );
}

const membersOf = (api: Api) => ({
  async query(input: Record<string, never>, options: { signal?: AbortSignal }) {
    const { members } = await api.members.list.query(input, options);
    return { data: members.map((member) => ({ ...member, id: member.user_id })), next_cursor: null };
  },
});

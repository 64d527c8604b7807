/** The organization a visitor came through: named in the address of the sign-in page, or remembered from an earlier visit. */
export interface BrandedOrganization {
  readonly id: string | undefined;
  readonly name: string;
}

/** Remembers an organization for this visitor. */
function rememberOrganization(id: string, name: string): void {
  localStorage.setItem("visitor_org", JSON.stringify({ id, name }));
}

function storedAnswer(): BrandedOrganization | undefined {
  try {
    return JSON.parse(localStorage.getItem("visitor_org") ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The branded organization of a sign-in page; underscores of the route's name read as spaces. */
export function brandedOrganization(
  orgname: string | undefined,
  orgid: string | null,
): BrandedOrganization | undefined {
  const known = storedAnswer();
  const name = orgname?.replaceAll("_", " ");
  if (orgid && name) rememberOrganization(orgid, name);
  if (!name) return known;
  return { id: orgid ?? (known?.name === name ? known.id : undefined), name };
}

/** The last part of the address's path, as text: the organization of `/login/:orgname`, the e-mail of `/resetpassword/:email`. */
export function lastOfPath(): string {
  const last = location.pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** The colour in which an organization's badges are drawn, before there is a credential to say it; undefined until it is known. */
export const useOrganizationColour = (organization_id: string): string | undefined =>
  useQuery(api.organization.read.query({ organization_id })).data?.colour;

import SCIMMY from 'scimmy';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** Resources in one answer at most. */
export const MOST = 200;

type Json = Readonly<Record<string, unknown>>;

/** What is kept of a user and a group; the other attributes of the standard are read over. */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  [USER]: ['userName', 'externalId', 'name', 'displayName', 'emails', 'active'],
  [GROUP]: ['displayName', 'externalId', 'members'],
};
/** What is told beside it, and nobody writes. */
const TOLD: readonly string[] = ['groups'];

interface Described extends Json {
  readonly name: string;
  readonly attributes: readonly { readonly name: string }[];
}

/** The schema of the standard, with the attributes that are served. */
function schemaOf(id: string, definition: { describe(basepath?: string): object }, base: string): Json {
  const described = definition.describe(`${base}/Schemas`) as Described;
  const served = new Set([...KEPT[id]!, ...TOLD]);
  const attributes = described.attributes.filter(({ name }) => served.has(name));
  return { ...described, attributes };
}

export const schemas = (base: string): readonly Json[] => [
  schemaOf(USER, SCIMMY.Schemas.User.definition, base),
  schemaOf(GROUP, SCIMMY.Schemas.Group.definition, base),
];

const typeOf = (base: string, name: string, schema: string): Json => ({
  schemas: [RESOURCE_TYPE],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypes = (base: string): readonly Json[] => [
  typeOf(base, 'User', USER),
  typeOf(base, 'Group', GROUP),
];

export const providerConfig = (base: string): Json => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key that directories may use, as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

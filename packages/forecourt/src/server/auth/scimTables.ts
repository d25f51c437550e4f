/**
 * What a company's directory calls users and roles, where it keeps them (SCIM). A user name of a directory is often an e-mail address, and is no name to
 * sign in with.
 */
export const SCIM = `
create table "_scimUser" (
  "userId" bigint primary key references "user" (id) on delete cascade,
  "userName" text not null,
  "externalId" text,
  "givenName" text,
  "familyName" text
);
create unique index on "_scimUser" (lower("userName"));
create index on "_scimUser" ("externalId");
create table "_scimGroup" (
  "roleId" bigint primary key references role (id) on delete cascade,
  "externalId" text
);
create index on "_scimGroup" ("externalId");
`;

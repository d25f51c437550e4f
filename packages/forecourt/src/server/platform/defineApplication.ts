import {
  compileModel,
  type CodeTables,
  type DashboardDeclaration,
  type EntitySchema,
  type Model,
  type PageDeclaration,
  type ResourceDeclaration,
} from '../../model/index.ts';
import { readLocale, type Locale, type LocaleDeclaration } from '../../locale/index.ts';
import { platformCodes, platformResources, schemaName, withPlatform } from '../../platform/index.ts';
import type { ServerModule } from '../contract.ts';
import { createMessages, type Catalogues, type Messages } from '../messages.ts';
import { passwordRule } from '../passwords/index.ts';
import { apiKeyHooks, issueKey } from './apiKeys.ts';
import { accountCommands } from './accountSettings.ts';
import { insertDemo, type DemoPlan } from './demo.ts';
import { firstStart } from './firstStart.ts';
import { checkUse } from '../data/index.ts';
import { heldScope } from './heldScope.ts';
import { callResult } from './logs.ts';
import { inviteUser, userInvitation } from './invitations.ts';
import { mergeModules } from './mergeModules.ts';
import { resendMessage } from './outbox.ts';
import { offerPermissions } from './permissions.ts';
import { savedViewCommands } from '../views/index.ts';
import { menuHooks } from './menus.ts';
import { roleFields } from './fieldRights.ts';
import { roleHooks, rolePermissionTree } from './roles.ts';
import { signInProviderHooks } from './signInProviders.ts';
import { endUserSessions, resetSecondFactor } from './userSessions.ts';
import { lockUsers, requireOwnRole, userHooks } from './users.ts';
import { webhookCommands, webhookHooks } from './webhooks.ts';

const platformSchemas = import.meta.glob<EntitySchema>('../../platform/schemas/*.json', {
  eager: true,
  import: 'default',
});

/** What `defineApplication` is given: the declarations, texts and code of an application. */
export interface ApplicationSource {
  /** The schema files by path (`import.meta.glob('./schemas/**\/*.json', { eager: true, import: 'default' })`); the file's name is the entity's. */
  readonly schemas: Readonly<Record<string, EntitySchema>>;
  readonly resources?: readonly ResourceDeclaration<never>[];
  readonly codes?: CodeTables;
  /** Pages of no resource, as the browser part has them: their permissions are offered on the role screen. */
  readonly pages?: readonly PageDeclaration[];
  /** Pages of figures. */
  readonly dashboards?: readonly DashboardDeclaration[];
  /** Addresses of pages that need no session, as the browser part has them: every other unknown address is HTTP 404. */
  readonly publicPages?: readonly string[];
  /** Entity whose ids make up a user's data scope. */
  readonly scopeEntity?: string;
  /** What the application's `locale.json` says: currency, languages, zone. */
  readonly locale: LocaleDeclaration;
  /** By the languages of the locale. */
  readonly texts: Catalogues;
  /** Demonstration data for a new embedded database, where the application's code brings none. */
  readonly demo?: DemoPlan;
  /** Environment variables that the server does not start without, and what each is for. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Code of the application; one of nothing but schemas has none. */
  readonly module?: ServerModule;
}

/** What the server runs. */
export interface Application {
  readonly model: Model;
  readonly module: ServerModule;
  readonly messages: Catalogues;
  readonly locale: Locale;
  /** Environment variables that the server does not start without, and what each is for. */
  readonly needs?: Readonly<Record<string, string>>;
}

/** Users, roles, permission entries, messages, the own account: what every application's server does beside its own. */
function platformModule(own: ServerModule, messages: Messages): ServerModule {
  const scope = heldScope(own);
  return {
    hooks: {
      user: userHooks(scope, passwordRule(messages, own)),
      role: roleHooks,
      menu: menuHooks,
      apiKey: apiKeyHooks(scope),
      signInProvider: signInProviderHooks(scope),
      webhook: webhookHooks(scope),
    },
    commands: [
      lockUsers(scope),
      endUserSessions(scope),
      resetSecondFactor(scope),
      inviteUser(scope),
      rolePermissionTree,
      roleFields,
      resendMessage,
      issueKey(scope),
      ...webhookCommands(scope),
      ...accountCommands(own.account),
      ...savedViewCommands(requireOwnRole),
    ],
    computed: { userInvitation },
    filters: { callResult },
  };
}

/** The browser knows by the folder alone, without loading a schema, whether it has screens. */
function requireInternalFolder(files: ApplicationSource['schemas']): void {
  for (const [file, schema] of Object.entries(files)) {
    const inFolder = /(^|\/)internal\/[^/]+$/.test(file);
    if (inFolder && schema['x-internal'] !== true)
      throw new Error(`${file}: in schemas/internal, but without "x-internal": true`);
    if (!inFolder && schema['x-internal'] === true)
      throw new Error(`${file}: says x-internal; such schemas stand in schemas/internal`);
  }
}

/**
 * An application as the server takes it: its own schemas, resources and code beside those that every application has (users, roles,
 * permissions, logs). A schema or resource of the same name takes the place of the general one. Throws ModelError, and an Error where the
 * locale is wrong or one of its languages has no texts.
 */
export function defineApplication(source: ApplicationSource): Application {
  const named = (files: Readonly<Record<string, EntitySchema>>): Record<string, EntitySchema> =>
    Object.fromEntries(Object.entries(files).map(([file, schema]) => [schemaName(file), schema]));
  const { module: own = {}, demo } = source;
  const locale = readLocale(source.locale);
  const messages = createMessages(source.texts, locale);
  requireInternalFolder(source.schemas);
  const model = compileModel({
    locale,
    schemas: { ...named(platformSchemas), ...named(source.schemas) },
    resources: withPlatform(platformResources, source.resources ?? []),
    codes: { ...platformCodes, ...source.codes },
    pages: source.pages,
    dashboards: source.dashboards,
    publicPages: source.publicPages,
    scopeEntity: source.scopeEntity,
  });
  checkUse(model, own);
  return {
    model,
    messages: source.texts,
    locale,
    needs: source.settings,
    module: {
      ...own,
      ...mergeModules(platformModule(own, messages), own),
      seed: async (db, options) => {
        if (own.seed) await own.seed(db, options);
        else await firstStart(db, model, messages, options.adminPassword);
        await offerPermissions(db, model, messages);
      },
      demo: own.demo ?? (demo && ((db, options) => insertDemo(db, model, demo, options))),
      afterTables: async (db) => {
        await offerPermissions(db, model, messages);
        await own.afterTables?.(db);
      },
    },
  };
}

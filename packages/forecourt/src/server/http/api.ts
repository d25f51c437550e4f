import type { FastifyInstance } from 'fastify';
import { importPath } from '../../model/index.ts';
import type { CodeTables, Model } from '../../model/index.ts';
import type { AfterCommit, ServerModule } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import type { Editors, Feed } from '../live/index.ts';
import type { MailSettings } from '../mail/index.ts';
import type { Messages } from '../messages.ts';
import type { Background, Outbox } from '../outbox/index.ts';
import { passwordRule } from '../passwords/index.ts';
import type { ReadPool } from '../postgres/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import { addAccount } from './account.ts';
import type { Oidc } from '../auth/index.ts';
import {
  addIdentities,
  addNewPassword,
  addOidc,
  addOwnFactor,
  addPasskeys,
  addPasswordLinks,
  addSignInSteps,
} from './auth/index.ts';
import type { Actors } from './actors.ts';
import { holdAnswers, type WrongAnswer } from './answers.ts';
import { addCodes } from './codes.ts';
import { addCommand } from './commands.ts';
import { addFileRoutes, addPrivateFiles, type Files } from './files/index.ts';
import { guardRoutes, settleChanges } from './guard.ts';
import { addReach, addUndelete } from './deleted/index.ts';
import { addHealth } from './health.ts';
import { addCallChanges, addHistory, isRestorable } from './history/index.ts';
import { validatorOf } from './inputs.ts';
import { addOpenApi } from './openapi.ts';
import { addOwnSessions } from './ownSessions.ts';
import { addLive } from './live.ts';
import { addLiveEditing } from './liveEditing.ts';
import type { ApiCalls } from './apiCalls.ts';
import type { KeyDoor } from './keyDoor.ts';
import { addRegistration, DEFAULT_COUNTRY_CODE } from './registration.ts';
import { addResource } from './resources.ts';
import { addSearch } from './search.ts';
import { addSignIn } from './signIn.ts';
import { noteSessionUse } from './sessionUse.ts';
import { addSimpleRest } from './simpleRest.ts';
import { addImport, addImportAtOnce } from './transfer/index.ts';

interface ApiParts {
  readonly data: DataLayer;
  readonly module: ServerModule;
  readonly messages: Messages;
  readonly actors: Actors;
  readonly reads: ReadPool;
  readonly outbox: Outbox;
  readonly background: Background;
  readonly secrets: SecretBox;
  readonly oidc: Oidc;
  readonly files: Files;
  readonly feed: Feed;
  readonly editors: Editors;
  readonly calls: ApiCalls;
  readonly keys: KeyDoor;
  readonly settings: {
    readonly defaultZone: string;
    readonly publicUrl?: { readonly url: string; readonly path: string } | undefined;
    readonly allowRegistration?: boolean;
    readonly mail?: MailSettings;
  };
  readonly onWrongAnswer?: WrongAnswer;
}

/** Without those of plain enums: their values stand in the schema, and there may be thousands. */
const declaredCodes = (model: Model): CodeTables =>
  Object.fromEntries(Object.entries(model.codes).filter(([table]) => !table.includes('.')));

/** Everything below /api: session, permission, then the framework's own calls, the application's commands, the generic calls. */
export async function addApi(
  app: FastifyInstance,
  {
    data,
    module,
    messages,
    actors,
    reads,
    files,
    feed,
    editors,
    outbox,
    background,
    secrets,
    oidc,
    settings,
    calls,
    keys,
    onWrongAnswer,
  }: ApiParts,
): Promise<void> {
  const { model } = data;
  const { commands, title, describe } = calls;
  if (onWrongAnswer) {
    const of = [
      title,
      settings.defaultZone,
      settings.publicUrl?.path,
      settings.mail !== undefined,
      module.hooks,
      module.account,
      ...(module.commands ?? []),
    ];
    holdAnswers(app, { describe, model, of }, onWrongAnswer);
    // A schema that is none is found by a test, not by whoever calls first.
    for (const { input } of commands) validatorOf(input);
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  guardRoutes(app, actors, keys);
  settleChanges(app, actors);
  noteSessionUse(app, data.db);
  addHealth(app, reads);
  const oidcParts = { data, secrets, oidc, publicUrl: settings.publicUrl };
  addSignIn(app, data, actors, oidcParts);
  await addOidc(app, oidcParts);
  addIdentities(app, { data, zone: settings.defaultZone });
  addSignInSteps(app, { data, secrets, title });
  addOwnFactor(app, { data, secrets, title });
  addPasskeys(app, { data, secrets, title, zone: settings.defaultZone, publicUrl: settings.publicUrl });
  const passwords = passwordRule(messages, module);
  addAccount(app, data, passwords, secrets);
  addNewPassword(app, data, passwords);
  addPasswordLinks(app, {
    data,
    passwords,
    address: settings.publicUrl?.url,
  });
  addOwnSessions(app, data, settings.defaultZone);
  addRegistration(app, data, {
    open: settings.allowRegistration ?? true,
    countryCode: module.account?.countryCode ?? DEFAULT_COUNTRY_CODE,
    passwords,
  });
  addFileRoutes(app, files);
  addCodes(app, declaredCodes(model), messages);
  addSearch(app, data);
  addLive(app, { model, module, actors, feed });
  addLiveEditing(app, data, editors);
  addOpenApi(app, data.model, describe);
  const after: AfterCommit = {
    deliver: (id) => outbox.deliverNow(id),
    work: (name, input) => background.doNow(name, input),
  };
  for (const command of commands) addCommand(app, data, command, after, secrets, files.store);
  const served = new Set(commands.map(({ method, path }) => `${method} ${path}`));
  for (const resource of model.resources.values()) {
    if (resource.dialect === 'house')
      addResource(
        app,
        data,
        resource,
        (method, path) => served.has(`${method} ${path}`),
        module.hooks?.[resource.name],
      );
    else addSimpleRest(app, data, resource);
    const imported = importPath(resource, resource.entity);
    if (imported && !served.has(`POST ${imported}`)) addImport(app, data, resource, imported, messages);
    addImportAtOnce(app, data, resource, messages);
    addHistory(app, data, resource, isRestorable(resource, served));
    addCallChanges(app, data, resource);
    addUndelete(app, data, resource);
    addReach(app, data, resource);
  }
  addPrivateFiles(app, data, files, settings.defaultZone);
}

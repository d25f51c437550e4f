import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Locale } from '../../locale/index.ts';
import type { Model } from '../../model/index.ts';
import { backupGauges, backupKeys, backupMigrations, nightlyBackup } from '../backup/index.ts';
import type { ServerModule } from '../contract.ts';
import { createDataLayer, sealGauges, sealLogs, type DataLayer } from '../data/index.ts';
import { createFileStore, directOrigin, filesFolder } from '../files/index.ts';
import { createEditors, createFeed, editingMigrations, liveMigrations } from '../live/index.ts';
import { createLog, type Logger } from '../log.ts';
import { createMailDeliverer, MAIL_CHANNEL } from '../mail/index.ts';
import { addMcp } from '../mcp/index.ts';
import { createMessages, type Catalogues } from '../messages.ts';
import { oneApart, type ConnectionConfig, type ReadPool } from '../postgres/index.ts';
import { createBackground, createOutbox, type Background, type Outbox } from '../outbox/index.ts';
import { createSecretBox, keysOf } from '../secrets/index.ts';
import { pageBelow, withoutPath } from '../publicUrl.ts';
import { SettingsError, UPLOAD_QUOTA_MB, type Settings } from '../settings.ts';
import { openTracing } from '../tracing/index.ts';
import { createOidc } from '../auth/index.ts';
import { createActors, userAsActor } from './actors.ts';
import { pageAddresses, pagePaths } from './addresses.ts';
import type { WrongAnswer } from './answers.ts';
import { addApi } from './api.ts';
import { apiCalls } from './apiCalls.ts';
import { acceptJson } from './bodies.ts';
import { DEADLINE_MS } from './deadline.ts';
import { answerFailures, answerUnknownPaths, answerUnreadable, refuseBroken } from './errorAnswers.ts';
import {
  createFileSigner,
  forgetUnused,
  forgetUploads,
  removeFromDisk,
  serveFiles,
  type FileSigner,
} from './files/index.ts';
import { identifyRequests, refuseWhileClosing } from './guard.ts';
import { answerHeads, headAsGet } from './head.ts';
import { hearOthers } from './hearOthers.ts';
import { requireIdentityEntities, requireScope } from './identity.ts';
import { createKeyDoor } from './keyDoor.ts';
import { noticeWork } from './notifications/index.ts';
import { addMetrics } from './metrics.ts';
import { servePages } from './pages.ts';
import { countRefusals, type Refused } from './refusals.ts';
import { limitRates } from './rates.ts';
import { addScim } from './scim/index.ts';
import { nameRequests, requestId } from './requestId.ts';
import { logRequests } from './requestLog.ts';
import { secureAnswers } from './securityHeaders.ts';
import { httpMigrations } from './tables.ts';
import { createWebhooks, webhookMigrations, type Webhooks } from '../webhooks/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    data: DataLayer;
    /** Delivers nothing of its own accord until it is started. */
    outbox: Outbox;
    webhooks: Webhooks;
    background: Background;
  }
}

/** What `buildApp` needs: model, module, texts, database and settings. */
export interface AppOptions {
  readonly model: Model;
  readonly module: ServerModule;
  readonly messages: Catalogues;
  readonly locale: Locale;
  readonly pool: Pool;
  /** Where each connection is a session of PostgreSQL; without it `pool` is of that kind. */
  readonly direct?: Pool;
  /** Where rows are only read; without it `pool`. */
  readonly reads?: ReadPool;
  /** How to reach the database once more, to hear of changes by other processes. Without it every request reads its user anew. */
  readonly connection?: ConnectionConfig | string;
  readonly settings: Pick<Settings, 'dataDir' | 'logLevel' | 'trustProxy' | 'defaultZone' | 'imageOrigins'> &
    Partial<
      Pick<
        Settings,
        | 'secretKeys'
        | 'backupKeys'
        | 'privateCalls'
        | 'own'
        | 'mapTiles'
        | 'allowRegistration'
        | 'uploadQuotaMb'
        | 'metricsToken'
        | 'mail'
        | 'publicUrl'
        | 'backup'
        | 'tracing'
        | 'bucket'
      >
    >;
  /** The built client; without it only the API is served. */
  readonly clientDir?: string;
  readonly log?: Logger;
  /** Epoch milliseconds by which requests are judged; the wall clock. */
  readonly clock?: () => number;
  /** Milliseconds from its arrival in which a call is answered; default 5,200, below the 6 seconds of the client (D-API-06). */
  readonly deadline?: number;
  /** For tests: every answer is held against the description of its call, and what does not fit is told here. */
  readonly onWrongAnswer?: WrongAnswer;
}

/** The background work of the server's own, by name. */
const REMOVED_FILES = '_removedFiles';
const UPLOADS_BEGUN = '_uploads';
const UNUSED_FILES = '_unusedFiles';
const BACKUP = '_backup';
const ERASURES = '_erasures';
const LOG_SEALS = '_logSeals';

/** A call says by `readInput` what it takes. */
function noCompiler(): never {
  throw new Error('a route has a schema of Fastify: none would be compiled');
}

/** A whole body at most; uploads have limits of their own. */
const BODY_BYTES = 1024 * 1024;

/**
 * The server of one application: the one function that production, tests and benches call. The tables must be there
 * (`app.data.applyTables`) before it is made ready. Throws when the model cannot carry sign-in and permissions or a route has no
 * permission.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { model, pool, reads = pool, settings, clock = Date.now } = options;
  requireIdentityEntities(model);
  requireScope(model, options.module);
  const module: ServerModule = {
    ...options.module,
    migrations: [
      ...httpMigrations(model),
      ...liveMigrations(model),
      ...editingMigrations,
      ...backupMigrations,
      ...webhookMigrations,
      ...(options.module.migrations ?? []),
    ],
  };
  const log = options.log ?? createLog(settings.logLevel);
  const apart = options.connection === undefined ? undefined : oneApart(options.connection, log);
  const secretKeys = await keysOf(settings.dataDir, settings.secretKeys ?? []);
  const secrets = createSecretBox(secretKeys);
  const data = createDataLayer({
    pool,
    direct: options.direct,
    reads,
    apart,
    model,
    module,
    defaultZone: settings.defaultZone,
    money: options.locale,
    secrets,
    site: { url: settings.publicUrl?.url, mail: settings.mail !== undefined },
    actorOf: (connection, userId) => userAsActor(connection, { model, module }, userId),
  });
  const messages = createMessages(options.messages, options.locale);
  const actors = createActors({ pool, reads, model, module });
  const outside = {
    db: data.db,
    secrets,
    setting: (name: string) => settings.own?.[name],
    allowPrivate: settings.privateCalls ?? false,
    log,
    clock,
  };
  const deliverers = {
    ...module.deliverers,
    ...(settings.mail && { [MAIL_CHANNEL]: createMailDeliverer(settings.mail) }),
  };
  const tracing = settings.tracing && (await openTracing(settings.tracing, pool, log));
  const outbox = createOutbox({ ...outside, pool, model, deliverers: tracing?.deliverers(deliverers) ?? deliverers });
  const webhooks = createWebhooks({
    ...outside,
    pool,
    data,
    messages,
    ownAddress: settings.publicUrl?.url,
    actorOf: (userId) => userAsActor(pool, { model, module }, userId),
  });
  const closing = new AbortController();
  const oidc = createOidc({ ...outside, signal: closing.signal });
  const store = createFileStore(settings);
  const work = {
    ...module.work,
    ...noticeWork({ data, module, messages, mail: settings.mail }),
    [REMOVED_FILES]: removeFromDisk(store),
    [UPLOADS_BEGUN]: forgetUploads,
    [UNUSED_FILES]: forgetUnused,
    [ERASURES]: data.erasures,
    [LOG_SEALS]: sealLogs(model, (head) => log.info({ head }, 'head of the logs')),
    ...(settings.backup &&
      options.connection !== undefined && {
        [BACKUP]: nightlyBackup({
          pool,
          connection: options.connection,
          settings: settings.backup,
          zone: settings.defaultZone,
          files: store,
          keys: backupKeys(settings.backupKeys ?? [], secretKeys),
          sums: module.sums ?? {},
          log,
        }),
      }),
  };
  const background = createBackground({ ...outside, work: tracing?.work(work) ?? work });
  let signer: FileSigner | undefined;
  const files = {
    store,
    pool,
    reads,
    model,
    quotaMb: settings.uploadQuotaMb ?? UPLOAD_QUOTA_MB,
    signer: (): FileSigner => {
      if (!signer) throw new Error('files are not ready');
      return signer;
    },
  };

  const basePath = settings.publicUrl?.path ?? '';
  const within = pageBelow(basePath, pagePaths(model));
  if (within !== undefined)
    throw new SettingsError([`PUBLIC_URL cannot have the path ${basePath}: the application has the page ${within}`]);

  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: BODY_BYTES,
    trustProxy: [...settings.trustProxy],
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    // What comes while the server stops is answered like everything else (`refuseWhileClosing`).
    return503OnClosing: false,
    // Inputs are judged by `readInput`, answers written by the calls: the two compilers that Fastify would load have nothing to do.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    exposeHeadRoutes: false,
    rewriteUrl: (request) => withoutPath(headAsGet(request), basePath),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void answerUnreadable(error, request, reply, messages),
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, messages),
  });
  if (tracing) {
    // The first to be registered is the last to close.
    app.addHook('onClose', () => tracing.close());
    tracing.requests(app);
  }
  // Before whatever may ask it last: hooks run from the last to the first.
  app.addHook('onClose', () => apart?.end());
  app.decorate('data', data);
  app.decorate('outbox', outbox);
  app.decorate('webhooks', webhooks);
  app.decorate('background', background);
  app.decorate('taking', true);
  app.decorate('deadline', options.deadline ?? DEADLINE_MS);
  app.addHook('onClose', () => closing.abort());
  app.addHook('onClose', () => Promise.all([outbox.stop(), webhooks.stop(), background.stop()]).then(() => undefined));
  nameRequests(app);
  identifyRequests(app, { messages, clock });
  answerHeads(app);
  answerFailures(app, data);
  logRequests(app);
  const refusals: Record<Refused, number> = { session: 0, right: 0, signature: 0 };
  countRefusals(app, data, (refused) => void refusals[refused]++);
  acceptJson(app);

  secureAnswers(app);
  refuseWhileClosing(app);
  await store.prepare();
  await app.register(fastifyStatic, { root: filesFolder(settings.dataDir), serve: false });
  await app.register(multipart);
  const { onWrongAnswer } = options;
  const feed = createFeed({ pool, log });
  const editors = createEditors({ pool, model, log, zone: settings.defaultZone });
  const calls = apiCalls({ data, module, messages, settings });
  await limitRates(app);
  const keys = createKeyDoor(app, data.db, actors);
  const parts = {
    calls,
    keys,
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
    onWrongAnswer,
  };
  await app.register((api: FastifyInstance) => addApi(api, parts), {
    prefix: '/api',
  });
  addMcp(app, {
    ...{ model, secrets, title: calls.title, commands: calls.commands },
    schemas: () => (calls.describe()['components'] as { readonly schemas: Readonly<Record<string, unknown>> }).schemas,
    admit: (request, reply) => keys.admitAgent(request, reply),
    ...(settings.publicUrl && { origin: new URL(settings.publicUrl.url).origin }),
  });
  addScim(app, {
    ...{ data, module, actors, keys, commands: calls.commands },
    ...(settings.publicUrl && { home: settings.publicUrl.url.replace(/\/$/, '') }),
  });
  if (settings.metricsToken !== undefined)
    await addMetrics(app, {
      token: settings.metricsToken,
      pool,
      db: data.db,
      refusals,
      figures: { ...backupGauges, ...sealGauges(model), ...module.gauges },
    });
  serveFiles(app, files);
  const pages = options.clientDir
    ? await servePages(app, {
        clientDir: options.clientDir,
        imageOrigins: [...settings.imageOrigins, ...(settings.bucket ? [directOrigin(settings.bucket)] : [])].filter(
          (origin) => origin !== undefined,
        ),
        mapTiles: settings.mapTiles,
        basePath,
      })
    : undefined;
  answerUnknownPaths(app, pages, pageAddresses(model));

  app.addHook('onReady', async () => {
    signer = await createFileSigner(pool, model);
  });
  if (options.connection !== undefined) hearOthers(app, { connection: options.connection, actors, log });
  return app;
}

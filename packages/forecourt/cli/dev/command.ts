import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, type ViteDevServer } from 'vite';
import { applicationFolder, runCommand, UsageError } from '../application/options.ts';
import { PACKAGE, type Finding } from '../application/readApplication.ts';
import { checkApplication } from '../check/checkApplication.ts';
import type { ApplicationPartsApi } from '../../vite/applicationParts.ts';
import { freePort, serversOf, type RunningServer } from './server.ts';
import { buildApplication, buildFramework, filesIn } from './serverBuild.ts';

const HELP = `forecourt dev [--app FOLDER] [--port NUMBER]

Serves an application while it is written: what is saved is checked, brought into the database and shown, in a few seconds. A mistake is shown on the
page, with its place; the last good application goes on meanwhile. PORT and DATA_DIR are as for \`forecourt start\`.`;

const PORT = 8080;
/** Saving several files at once is one change. */
const PAUSE_MS = 60;
/** What the server is made of; the browser part watches the rest itself. */
const OF_SERVER =
  /^((schemas|resources|dashboards|i18n)[/\\]|(locale|demo)\.json$|forecourt\.config\.ts$|(src|plugins)[/\\].*(?<!\.tsx)$)/;
const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const config = (name: string): string => path.join(PACKAGE, 'vite', `${name}.config${ENDING}`);

/** What keeps the application from going on. */
interface Mistake {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

const mistakeOf = ({ file, pointer, message, line, column }: Finding): Mistake => ({
  message: `${file}${line === undefined ? '' : `:${line}:${column}`} ${pointer}\n  ${message}`,
  ...{ file, line, column },
});

/** Shows a mistake in every page that is open, and in those that are opened while it lasts. */
function showMistakes(server: ViteDevServer, root: string) {
  const { ws } = server;
  const parts = server.config.plugins.find(({ name }) => name === 'application-parts')!.api as ApplicationPartsApi;
  let shown: object | undefined;
  ws.on('connection', () => shown && ws.send(shown as never));
  return (mistakes: readonly Mistake[]): void => {
    const [first] = mistakes;
    const loc = first?.file && { file: path.join(root, first.file), line: first.line ?? 1, column: first.column ?? 1 };
    const message = mistakes.map((mistake) => mistake.message).join('\n\n');
    shown = first && {
      type: 'error',
      err: { message, stack: '', plugin: 'forecourt', ...(loc && { id: loc.file, loc }) },
    };
    if (shown) console.error(`\n${message}\n`);
    if (shown) ws.send(shown as never);
    else parts.renew(server);
  };
}

async function serve(folder: string, port: number): Promise<void> {
  const root = path.resolve(folder);
  const own = path.join(root, 'vite.config.ts');
  const api = await freePort();
  const target = `http://127.0.0.1:${api}`;
  process.env['FORECOURT_API'] = target;
  const vite = await createServer({
    configFile: existsSync(own) ? own : config('default'),
    root,
    logLevel: 'warn',
    server: { port, strictPort: true },
  });
  const show = showMistakes(vite, root);
  const outDir = path.join(root, '.cache/dev');
  const framework = buildFramework(root, outDir);
  const servers = serversOf(...filesIn(outDir), root, api);
  let running: RunningServer | undefined;

  /** Checks, builds and starts what stands in the folder now. Answers what keeps it from that. */
  async function renew(): Promise<readonly Mistake[]> {
    // Nearly always it is sound: building does not wait for the check.
    const built = framework
      .then(() => buildApplication(root, outDir))
      .then(
        () => undefined,
        (error: Error) => error,
      );
    const errors = (await checkApplication(folder, { types: false })).filter(({ level }) => level === 'error');
    const failed = await built;
    if (errors.length > 0) return errors.map(mistakeOf);
    if (failed) return [{ message: failed.message }];
    try {
      await running?.stop();
      running = await servers.start();
      return [];
    } catch (error) {
      return [{ message: error instanceof Error ? error.message : String(error) }];
    }
  }

  let going = Promise.resolve();
  let waiting: NodeJS.Timeout | undefined;
  const change = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      going = going.then(async () => {
        const began = Date.now();
        const mistakes = await renew();
        show(mistakes);
        if (mistakes.length === 0) console.log(`ready again after ${((Date.now() - began) / 1000).toFixed(1)} s`);
      });
    }, PAUSE_MS);
  };
  for (const event of ['add', 'change', 'unlink'] as const)
    vite.watcher.on(event, (file) => {
      const name = path.relative(root, file);
      if (OF_SERVER.test(name) && !/\.generated\.ts$/.test(name)) change();
    });
  const stop = async (): Promise<never> => {
    await Promise.all([vite.close(), running?.stop(), servers.stop()]);
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());

  await vite.listen();
  show(await renew());
  console.log(`open http://localhost:${port}`);
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { app: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return (console.log(HELP), 0);
  const port = Number(values.port ?? process.env['PORT'] ?? PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError(`"${values.port}" is no port`);
  const folder = applicationFolder(values.app);
  await serve(folder, port).catch((error: Error) => {
    if (!/is already in use/.test(error.message)) throw error;
    throw new UsageError(`port ${port} is taken by another program: end it, or say --port NUMBER`);
  });
  return 0;
});

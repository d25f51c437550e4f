import { spawn } from 'node:child_process';
import { UsageError } from '../application/options.ts';

/** How npm says that it reaches nobody. */
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ECONNRESET|ERR_SOCKET_TIMEOUT/;

/** Whoever has no connection is told so in seconds. */
const QUICK = [
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=2000',
];

/** Installs what a folder names. Throws UsageError where npm does not manage to. */
export async function install(folder: string): Promise<void> {
  const said = await new Promise<string | undefined>((resolve) => {
    const npm = spawn('npm', ['install', '--no-audit', '--no-fund', ...QUICK], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let text = '';
    npm.stderr.on('data', (part) => (text += part));
    npm.on('error', (error) => resolve(error.message));
    npm.on('close', (code) => resolve(code === 0 ? undefined : text));
  });
  if (said === undefined) return;
  const without = 'or create it with --no-install and run "npm install" in it later. Nothing was written.';
  if (NO_NETWORK.test(said))
    throw new UsageError(`npm reaches no registry: look at the connection or the proxy, ${without}`);
  const reason = said.split('\n').filter((line) => line.startsWith('npm error')).slice(0, 5).join('\n'); // prettier-ignore
  throw new UsageError(`npm could not install:\n${reason || said.trim()}\nMend that, ${without}`);
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './readApplication.ts';

/** What the user typed cannot be done. The message says what to do instead; nothing was written. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The folder of an application as `--app` names it; the repository without it. Throws UsageError when there are no schemas in it. */
export function applicationFolder(given: string | undefined): string {
  const folder = path.resolve(given ?? ROOT);
  if (!existsSync(path.join(folder, 'schemas')))
    throw new UsageError(`${given ?? folder} is no application: it has no folder "schemas"`);
  return folder;
}

/** Runs a command; what was typed wrongly is said in one line, everything else is a fault of ours and keeps its stack. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const typed = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!typed) throw error;
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}

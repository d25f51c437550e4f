import v8 from 'node:v8';
import vm from 'node:vm';

/** The built program keeps the room for what is made and soon forgotten small while it starts (packages/forecourt/vite/serverEntry.js); from here on it grows with the work, as by itself. */
export const letMemoryGrow = (): void => v8.setFlagsFromString('--semi-space-growth-factor=2');

/** Gives back what a first start needed once: left to itself, an idle process would keep it for ever. */
export function releaseMemory(): void {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
}

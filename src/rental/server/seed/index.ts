export { firstStart } from './firstStart.ts';
export { demo } from './demo/index.ts';

export { useOtherEditors } from './editing.ts';
export { followChanges } from './followChanges.ts';
export { madeOf, madeOfAnswer } from './madeOf.ts';
export { useMarked } from './marks.ts';
export { whereChangesBegin } from './told.ts';

export { createWholeQuestions, TOO_MANY_GUESSES } from './wholeQuestions.ts';
export { titleOfValue, titlesSql, type Titles } from './changedTitles.ts';
export { countRows } from './count.ts';
export {
  entityOf,
  hasPermission,
  maskOf,
  isHidden,
  mayRead,
  mayWrite,
  openedNames,
  reading,
  sqlContext,
  unknownRecord,
  type Engine,
  type Reading,
} from './engine.ts';
export { readDeleted } from './deleted.ts';
export { readConditions, type Conditions } from './filters.ts';
export { knownProjection } from './knownProjections.ts';
export type { Bucket, FigureRequest } from './figureRows.ts';
export { COUNT_LIMIT, listPage } from './list.ts';
export { readNames } from './names.ts';
export { MAX_PAGE_SIZE, orderBy, readPageNumbers, readSort } from './page.ts';
export { parsePath, pathCondition, pathValue } from './paths.ts';
export { project, type Output } from './projection.ts';
export { readReport } from './report.ts';
export { searchRecords } from './search.ts';
export { recordText, titleOf } from './titles.ts';
export { readId, readOptions, readPart, readRecord, type Connection, type Part } from './single.ts';
export { prepareStarts } from './starts.ts';
export { isRestricted, mayBeRestricted, ruleConditions, seesAsPerson } from './rowRules.ts';
export { scopeCondition, visible } from './visibility.ts';
export { findsOf } from './ways.ts';
export { masked, zoneExpression } from './wire.ts';
export { mayBeTold, readWidget, readZones, type WidgetRequest, type WidgetRow } from './widget.ts';

export type DataFolderProblem =
  | 'foreign'
  | 'corrupt'
  | 'other-version'
  | 'in-use'
  | 'not-ours'
  | 'unreachable'
  | 'no-account'
  | 'missing-binaries'
  | 'unusable-binaries'
  | 'not-starting';

/** The private database cannot be started; the message tells the operator why and what to do. Nothing was overwritten. */
export class DataFolderError extends Error {
  readonly problem: DataFolderProblem;
  constructor(problem: DataFolderProblem, message: string) {
    super(message);
    this.name = 'DataFolderError';
    this.problem = problem;
  }
}

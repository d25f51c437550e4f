/** A backup cannot be made, read or restored. The message tells the operator why, in a sentence. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

/** Somebody else is making one. */
export class BackupBusy extends BackupError {}

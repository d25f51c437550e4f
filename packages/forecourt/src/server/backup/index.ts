export { BackupError } from './backupError.ts';
export { createBackup, type Backup, type BackupOptions } from './createBackup.ts';
export { backupKeys, type BackupKeys } from './keys.ts';
export { unlessBackedUp } from './locks.ts';
export { lastDue, nightlyBackup, type BackupSettings } from './nightly.ts';
export { restoreBackup, type Restored, type RestoreOptions } from './restoreBackup.ts';
export { backupGauges, backupMigrations } from './state.ts';
export { verifyBackup } from './verifyBackup.ts';

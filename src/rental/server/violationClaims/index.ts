export {
  askedOfRenterSql,
  claimSql,
  completePaid,
  completeViolation,
  isClaimed,
  lockForClaim,
  stepOfViolation,
  type ViolationRow,
} from './claims.ts';

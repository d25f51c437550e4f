export { ErasureApproval as default } from './MemberErase.tsx';

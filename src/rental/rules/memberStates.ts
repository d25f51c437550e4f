/** The states of a member (D-MEM-02). Merged: became part of another member, which everything leads on to; erased: whoever it was is no longer known. */
export const MEMBER = { disabled: 0, normal: 1, merged: 2, erased: 3 } as const;
export type MemberStatus = (typeof MEMBER)[keyof typeof MEMBER];

/** Members who are still somebody. */
export const LIVE_MEMBERS: readonly MemberStatus[] = [MEMBER.disabled, MEMBER.normal];

export const isLiveMember = (status: MemberStatus): boolean => LIVE_MEMBERS.includes(status);

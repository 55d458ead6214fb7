// Code generated from values.json. DO NOT EDIT.

package kenum

// IsolationLevel is what a consumer sees of transactions:
// FetchRequest.IsolationLevel,
// ListOffsetsRequest.IsolationLevel.
type IsolationLevel int8

// The values of [IsolationLevel].
const (
	IsolationLevelReadUncommitted IsolationLevel = 0
	IsolationLevelReadCommitted   IsolationLevel = 1
)

var isolationLevelNames = []name[IsolationLevel]{
	{0, "READ_UNCOMMITTED"},
	{1, "READ_COMMITTED"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v IsolationLevel) String() string { return nameOf(isolationLevelNames, v) }

// ParseIsolationLevel finds a value by Kafka's name for it, in any case.
func ParseIsolationLevel(name string) (IsolationLevel, error) {
	return valueOf(isolationLevelNames, "IsolationLevel", name)
}

// Acks is which replicas must have a record before a produce request is answered:
// ProduceRequest.Acks.
type Acks int16

// The values of [Acks].
const (
	AcksAll    Acks = -1
	AcksNone   Acks = 0
	AcksLeader Acks = 1
)

var acksNames = []name[Acks]{
	{-1, "ALL"},
	{0, "NONE"},
	{1, "LEADER"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v Acks) String() string { return nameOf(acksNames, v) }

// ParseAcks finds a value by Kafka's name for it, in any case.
func ParseAcks(name string) (Acks, error) { return valueOf(acksNames, "Acks", name) }

// OffsetSpec is an offset to look up that is not found by a timestamp:
// ListOffsetsRequest.Topics.Partitions.Timestamp.
type OffsetSpec int64

// The values of [OffsetSpec].
const (
	OffsetSpecEarliestPendingUpload OffsetSpec = -6
	OffsetSpecLatestTiered          OffsetSpec = -5
	OffsetSpecEarliestLocal         OffsetSpec = -4
	OffsetSpecMaxTimestamp          OffsetSpec = -3
	OffsetSpecEarliest              OffsetSpec = -2
	OffsetSpecLatest                OffsetSpec = -1
)

var offsetSpecNames = []name[OffsetSpec]{
	{-6, "EARLIEST_PENDING_UPLOAD"},
	{-5, "LATEST_TIERED"},
	{-4, "EARLIEST_LOCAL"},
	{-3, "MAX_TIMESTAMP"},
	{-2, "EARLIEST"},
	{-1, "LATEST"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v OffsetSpec) String() string { return nameOf(offsetSpecNames, v) }

// ParseOffsetSpec finds a value by Kafka's name for it, in any case.
func ParseOffsetSpec(name string) (OffsetSpec, error) {
	return valueOf(offsetSpecNames, "OffsetSpec", name)
}

// CoordinatorType is what a coordinator is asked for:
// FindCoordinatorRequest.KeyType.
type CoordinatorType int8

// The values of [CoordinatorType].
const (
	CoordinatorTypeGroup       CoordinatorType = 0
	CoordinatorTypeTransaction CoordinatorType = 1
	CoordinatorTypeShare       CoordinatorType = 2
)

var coordinatorTypeNames = []name[CoordinatorType]{
	{0, "GROUP"},
	{1, "TRANSACTION"},
	{2, "SHARE"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v CoordinatorType) String() string { return nameOf(coordinatorTypeNames, v) }

// ParseCoordinatorType finds a value by Kafka's name for it, in any case.
func ParseCoordinatorType(name string) (CoordinatorType, error) {
	return valueOf(coordinatorTypeNames, "CoordinatorType", name)
}

// ResourceType is what an ACL is about:
// CreateAclsRequest.Creations.ResourceType,
// DescribeAclsRequest.ResourceTypeFilter,
// DescribeAclsResponse.Resources.ResourceType,
// DeleteAclsRequest.Filters.ResourceTypeFilter,
// DeleteAclsResponse.FilterResults.MatchingAcls.ResourceType.
type ResourceType int8

// The values of [ResourceType].
const (
	ResourceTypeUnknown         ResourceType = 0
	ResourceTypeAny             ResourceType = 1
	ResourceTypeTopic           ResourceType = 2
	ResourceTypeGroup           ResourceType = 3
	ResourceTypeCluster         ResourceType = 4
	ResourceTypeTransactionalId ResourceType = 5
	ResourceTypeDelegationToken ResourceType = 6
	ResourceTypeUser            ResourceType = 7
)

var resourceTypeNames = []name[ResourceType]{
	{0, "UNKNOWN"},
	{1, "ANY"},
	{2, "TOPIC"},
	{3, "GROUP"},
	{4, "CLUSTER"},
	{5, "TRANSACTIONAL_ID"},
	{6, "DELEGATION_TOKEN"},
	{7, "USER"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ResourceType) String() string { return nameOf(resourceTypeNames, v) }

// ParseResourceType finds a value by Kafka's name for it, in any case.
func ParseResourceType(name string) (ResourceType, error) {
	return valueOf(resourceTypeNames, "ResourceType", name)
}

// PatternType is how an ACL names its resources:
// CreateAclsRequest.Creations.ResourcePatternType,
// DescribeAclsRequest.PatternTypeFilter,
// DescribeAclsResponse.Resources.PatternType,
// DeleteAclsRequest.Filters.PatternTypeFilter.
type PatternType int8

// The values of [PatternType].
const (
	PatternTypeUnknown  PatternType = 0
	PatternTypeAny      PatternType = 1
	PatternTypeMatch    PatternType = 2
	PatternTypeLiteral  PatternType = 3
	PatternTypePrefixed PatternType = 4
)

var patternTypeNames = []name[PatternType]{
	{0, "UNKNOWN"},
	{1, "ANY"},
	{2, "MATCH"},
	{3, "LITERAL"},
	{4, "PREFIXED"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v PatternType) String() string { return nameOf(patternTypeNames, v) }

// ParsePatternType finds a value by Kafka's name for it, in any case.
func ParsePatternType(name string) (PatternType, error) {
	return valueOf(patternTypeNames, "PatternType", name)
}

// ACLOperation is what an ACL allows or denies:
// CreateAclsRequest.Creations.Operation,
// DescribeAclsRequest.Operation,
// DescribeAclsResponse.Resources.Acls.Operation,
// DeleteAclsRequest.Filters.Operation.
type ACLOperation int8

// The values of [ACLOperation].
const (
	ACLOperationUnknown         ACLOperation = 0
	ACLOperationAny             ACLOperation = 1
	ACLOperationAll             ACLOperation = 2
	ACLOperationRead            ACLOperation = 3
	ACLOperationWrite           ACLOperation = 4
	ACLOperationCreate          ACLOperation = 5
	ACLOperationDelete          ACLOperation = 6
	ACLOperationAlter           ACLOperation = 7
	ACLOperationDescribe        ACLOperation = 8
	ACLOperationClusterAction   ACLOperation = 9
	ACLOperationDescribeConfigs ACLOperation = 10
	ACLOperationAlterConfigs    ACLOperation = 11
	ACLOperationIdempotentWrite ACLOperation = 12
	ACLOperationCreateTokens    ACLOperation = 13
	ACLOperationDescribeTokens  ACLOperation = 14
	ACLOperationTwoPhaseCommit  ACLOperation = 15
)

var aclOperationNames = []name[ACLOperation]{
	{0, "UNKNOWN"},
	{1, "ANY"},
	{2, "ALL"},
	{3, "READ"},
	{4, "WRITE"},
	{5, "CREATE"},
	{6, "DELETE"},
	{7, "ALTER"},
	{8, "DESCRIBE"},
	{9, "CLUSTER_ACTION"},
	{10, "DESCRIBE_CONFIGS"},
	{11, "ALTER_CONFIGS"},
	{12, "IDEMPOTENT_WRITE"},
	{13, "CREATE_TOKENS"},
	{14, "DESCRIBE_TOKENS"},
	{15, "TWO_PHASE_COMMIT"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ACLOperation) String() string { return nameOf(aclOperationNames, v) }

// ParseACLOperation finds a value by Kafka's name for it, in any case.
func ParseACLOperation(name string) (ACLOperation, error) {
	return valueOf(aclOperationNames, "ACLOperation", name)
}

// ACLPermission is whether an ACL allows or denies:
// CreateAclsRequest.Creations.PermissionType,
// DescribeAclsRequest.PermissionType,
// DescribeAclsResponse.Resources.Acls.PermissionType,
// DeleteAclsRequest.Filters.PermissionType.
type ACLPermission int8

// The values of [ACLPermission].
const (
	ACLPermissionUnknown ACLPermission = 0
	ACLPermissionAny     ACLPermission = 1
	ACLPermissionDeny    ACLPermission = 2
	ACLPermissionAllow   ACLPermission = 3
)

var aclPermissionNames = []name[ACLPermission]{
	{0, "UNKNOWN"},
	{1, "ANY"},
	{2, "DENY"},
	{3, "ALLOW"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ACLPermission) String() string { return nameOf(aclPermissionNames, v) }

// ParseACLPermission finds a value by Kafka's name for it, in any case.
func ParseACLPermission(name string) (ACLPermission, error) {
	return valueOf(aclPermissionNames, "ACLPermission", name)
}

// ConfigResourceType is what a configuration is of:
// DescribeConfigsRequest.Resources.ResourceType,
// AlterConfigsRequest.Resources.ResourceType,
// IncrementalAlterConfigsRequest.Resources.ResourceType,
// DescribeConfigsResponse.Results.ResourceType.
type ConfigResourceType int8

// The values of [ConfigResourceType].
const (
	ConfigResourceTypeUnknown       ConfigResourceType = 0
	ConfigResourceTypeTopic         ConfigResourceType = 2
	ConfigResourceTypeBroker        ConfigResourceType = 4
	ConfigResourceTypeBrokerLogger  ConfigResourceType = 8
	ConfigResourceTypeClientMetrics ConfigResourceType = 16
	ConfigResourceTypeGroup         ConfigResourceType = 32
)

var configResourceTypeNames = []name[ConfigResourceType]{
	{0, "UNKNOWN"},
	{2, "TOPIC"},
	{4, "BROKER"},
	{8, "BROKER_LOGGER"},
	{16, "CLIENT_METRICS"},
	{32, "GROUP"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ConfigResourceType) String() string { return nameOf(configResourceTypeNames, v) }

// ParseConfigResourceType finds a value by Kafka's name for it, in any case.
func ParseConfigResourceType(name string) (ConfigResourceType, error) {
	return valueOf(configResourceTypeNames, "ConfigResourceType", name)
}

// ConfigSource is where the value of a configuration comes from:
// DescribeConfigsResponse.Results.Configs.ConfigSource,
// CreateTopicsResponse.Topics.Configs.ConfigSource.
type ConfigSource int8

// The values of [ConfigSource].
const (
	ConfigSourceUnknown                    ConfigSource = 0
	ConfigSourceDynamicTopicConfig         ConfigSource = 1
	ConfigSourceDynamicBrokerConfig        ConfigSource = 2
	ConfigSourceDynamicDefaultBrokerConfig ConfigSource = 3
	ConfigSourceStaticBrokerConfig         ConfigSource = 4
	ConfigSourceDefaultConfig              ConfigSource = 5
	ConfigSourceDynamicBrokerLoggerConfig  ConfigSource = 6
	ConfigSourceClientMetricsConfig        ConfigSource = 7
	ConfigSourceGroupConfig                ConfigSource = 8
)

var configSourceNames = []name[ConfigSource]{
	{0, "UNKNOWN"},
	{1, "DYNAMIC_TOPIC_CONFIG"},
	{2, "DYNAMIC_BROKER_CONFIG"},
	{3, "DYNAMIC_DEFAULT_BROKER_CONFIG"},
	{4, "STATIC_BROKER_CONFIG"},
	{5, "DEFAULT_CONFIG"},
	{6, "DYNAMIC_BROKER_LOGGER_CONFIG"},
	{7, "CLIENT_METRICS_CONFIG"},
	{8, "GROUP_CONFIG"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ConfigSource) String() string { return nameOf(configSourceNames, v) }

// ParseConfigSource finds a value by Kafka's name for it, in any case.
func ParseConfigSource(name string) (ConfigSource, error) {
	return valueOf(configSourceNames, "ConfigSource", name)
}

// ConfigType is the type of a configuration's value:
// DescribeConfigsResponse.Results.Configs.ConfigType.
type ConfigType int8

// The values of [ConfigType].
const (
	ConfigTypeUnknown  ConfigType = 0
	ConfigTypeBoolean  ConfigType = 1
	ConfigTypeString   ConfigType = 2
	ConfigTypeInt      ConfigType = 3
	ConfigTypeShort    ConfigType = 4
	ConfigTypeLong     ConfigType = 5
	ConfigTypeDouble   ConfigType = 6
	ConfigTypeList     ConfigType = 7
	ConfigTypeClass    ConfigType = 8
	ConfigTypePassword ConfigType = 9
)

var configTypeNames = []name[ConfigType]{
	{0, "UNKNOWN"},
	{1, "BOOLEAN"},
	{2, "STRING"},
	{3, "INT"},
	{4, "SHORT"},
	{5, "LONG"},
	{6, "DOUBLE"},
	{7, "LIST"},
	{8, "CLASS"},
	{9, "PASSWORD"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ConfigType) String() string { return nameOf(configTypeNames, v) }

// ParseConfigType finds a value by Kafka's name for it, in any case.
func ParseConfigType(name string) (ConfigType, error) {
	return valueOf(configTypeNames, "ConfigType", name)
}

// ConfigOperation is what is done to a configuration:
// IncrementalAlterConfigsRequest.Resources.Configs.ConfigOperation.
type ConfigOperation int8

// The values of [ConfigOperation].
const (
	ConfigOperationSet      ConfigOperation = 0
	ConfigOperationDelete   ConfigOperation = 1
	ConfigOperationAppend   ConfigOperation = 2
	ConfigOperationSubtract ConfigOperation = 3
)

var configOperationNames = []name[ConfigOperation]{
	{0, "SET"},
	{1, "DELETE"},
	{2, "APPEND"},
	{3, "SUBTRACT"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ConfigOperation) String() string { return nameOf(configOperationNames, v) }

// ParseConfigOperation finds a value by Kafka's name for it, in any case.
func ParseConfigOperation(name string) (ConfigOperation, error) {
	return valueOf(configOperationNames, "ConfigOperation", name)
}

// ElectionType is which replica is to become the leader:
// ElectLeadersRequest.ElectionType.
type ElectionType int8

// The values of [ElectionType].
const (
	ElectionTypePreferred ElectionType = 0
	ElectionTypeUnclean   ElectionType = 1
)

var electionTypeNames = []name[ElectionType]{
	{0, "PREFERRED"},
	{1, "UNCLEAN"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ElectionType) String() string { return nameOf(electionTypeNames, v) }

// ParseElectionType finds a value by Kafka's name for it, in any case.
func ParseElectionType(name string) (ElectionType, error) {
	return valueOf(electionTypeNames, "ElectionType", name)
}

// ScramMechanism is how a SCRAM credential is hashed:
// AlterUserScramCredentialsRequest.Upsertions.Mechanism,
// DescribeUserScramCredentialsResponse.Results.CredentialInfos.Mechanism.
type ScramMechanism int8

// The values of [ScramMechanism].
const (
	ScramMechanismUnknown     ScramMechanism = 0
	ScramMechanismScramSha256 ScramMechanism = 1
	ScramMechanismScramSha512 ScramMechanism = 2
)

var scramMechanismNames = []name[ScramMechanism]{
	{0, "UNKNOWN"},
	{1, "SCRAM_SHA_256"},
	{2, "SCRAM_SHA_512"},
}

// String gives the name that Kafka has for the value, or UNKNOWN with the number
// in parentheses.
func (v ScramMechanism) String() string { return nameOf(scramMechanismNames, v) }

// ParseScramMechanism finds a value by Kafka's name for it, in any case.
func ParseScramMechanism(name string) (ScramMechanism, error) {
	return valueOf(scramMechanismNames, "ScramMechanism", name)
}

// GroupState is the state of a group of consumers:
// DescribeGroupsResponse.Groups.GroupState,
// ConsumerGroupDescribeResponse.Groups.GroupState,
// ListGroupsResponse.Groups.GroupState.
type GroupState string

// The values of [GroupState].
const (
	GroupStatePreparingRebalance  GroupState = "PreparingRebalance"
	GroupStateCompletingRebalance GroupState = "CompletingRebalance"
	GroupStateStable              GroupState = "Stable"
	GroupStateDead                GroupState = "Dead"
	GroupStateEmpty               GroupState = "Empty"
	GroupStateAssigning           GroupState = "Assigning"
	GroupStateReconciling         GroupState = "Reconciling"
	GroupStateNotReady            GroupState = "NotReady"
)

// TransactionState is the state of a transaction:
// DescribeTransactionsResponse.TransactionStates.TransactionState,
// ListTransactionsResponse.TransactionStates.TransactionState.
type TransactionState string

// The values of [TransactionState].
const (
	TransactionStateEmpty             TransactionState = "Empty"
	TransactionStateOngoing           TransactionState = "Ongoing"
	TransactionStatePrepareCommit     TransactionState = "PrepareCommit"
	TransactionStatePrepareAbort      TransactionState = "PrepareAbort"
	TransactionStateCompleteCommit    TransactionState = "CompleteCommit"
	TransactionStateCompleteAbort     TransactionState = "CompleteAbort"
	TransactionStatePrepareEpochFence TransactionState = "PrepareEpochFence"
	TransactionStateDead              TransactionState = "Dead"
)

package kapi

import "github.com/kgen-go/kgen/gen/kafka"

// Target is the broker that a request is for.
type Target uint8

// The targets of requests.
const (
	// AnyBroker can answer, of those that the request's listeners name.
	AnyBroker Target = iota
	// Controller: the active controller. Brokers pass such a request of a client
	// on, so that in KRaft mode a client may ask any broker.
	Controller
	// GroupCoordinator: the broker that FindCoordinator names for the group id.
	GroupCoordinator
	// TransactionCoordinator: the one for the transactional id. A producer id
	// without a transactional id comes from any broker.
	TransactionCoordinator
	// ShareCoordinator: the one for the group, topic and partition.
	ShareCoordinator
	// PartitionLeader: the leader of each partition in the request, which has to
	// be split by leaders.
	PartitionLeader
	// ParticularBroker: the one that is asked about itself, such as for its
	// configuration, log directories or clients.
	ParticularBroker
)

var targetNames = [...]string{
	"any broker", "controller", "group coordinator", "transaction coordinator", "share coordinator", "partition leader", "particular broker",
}

// String names the target in words.
func (t Target) String() string {
	if int(t) < len(targetNames) {
		return targetNames[t]
	}
	return "unknown target"
}

// Route says which broker a request is for, as Kafka's own clients and brokers
// send it. DescribeConfigs, AlterConfigs and IncrementalAlterConfigs go to a
// particular broker for resources that are brokers, else to any. An API that
// this package does not know is for any broker.
func Route(key kafka.Key) Target { return routes[key] }

// routes has the APIs that not just any broker answers.
var routes = map[kafka.Key]Target{
	kafka.KeyProduce:              PartitionLeader,
	kafka.KeyFetch:                PartitionLeader,
	kafka.KeyListOffsets:          PartitionLeader,
	kafka.KeyOffsetForLeaderEpoch: PartitionLeader,
	kafka.KeyDeleteRecords:        PartitionLeader,
	kafka.KeyDescribeProducers:    PartitionLeader,
	kafka.KeyShareFetch:           PartitionLeader,
	kafka.KeyShareAcknowledge:     PartitionLeader,
	kafka.KeyFetchSnapshot:        PartitionLeader,
	kafka.KeyWriteTxnMarkers:      PartitionLeader,

	kafka.KeyOffsetCommit:                          GroupCoordinator,
	kafka.KeyOffsetFetch:                           GroupCoordinator,
	kafka.KeyOffsetDelete:                          GroupCoordinator,
	kafka.KeyJoinGroup:                             GroupCoordinator,
	kafka.KeySyncGroup:                             GroupCoordinator,
	kafka.KeyHeartbeat:                             GroupCoordinator,
	kafka.KeyLeaveGroup:                            GroupCoordinator,
	kafka.KeyDescribeGroups:                        GroupCoordinator,
	kafka.KeyDeleteGroups:                          GroupCoordinator,
	kafka.KeyTxnOffsetCommit:                       GroupCoordinator,
	kafka.KeyConsumerGroupHeartbeat:                GroupCoordinator,
	kafka.KeyConsumerGroupDescribe:                 GroupCoordinator,
	kafka.KeyShareGroupHeartbeat:                   GroupCoordinator,
	kafka.KeyShareGroupDescribe:                    GroupCoordinator,
	kafka.KeyStreamsGroupHeartbeat:                 GroupCoordinator,
	kafka.KeyStreamsGroupDescribe:                  GroupCoordinator,
	kafka.KeyDescribeShareGroupOffsets:             GroupCoordinator,
	kafka.KeyAlterShareGroupOffsets:                GroupCoordinator,
	kafka.KeyDeleteShareGroupOffsets:               GroupCoordinator,
	kafka.KeyStreamsGroupTopologyDescriptionUpdate: GroupCoordinator,

	kafka.KeyInitProducerId:       TransactionCoordinator,
	kafka.KeyAddPartitionsToTxn:   TransactionCoordinator,
	kafka.KeyAddOffsetsToTxn:      TransactionCoordinator,
	kafka.KeyEndTxn:               TransactionCoordinator,
	kafka.KeyDescribeTransactions: TransactionCoordinator,

	kafka.KeyInitializeShareGroupState:  ShareCoordinator,
	kafka.KeyReadShareGroupState:        ShareCoordinator,
	kafka.KeyReadShareGroupStateSummary: ShareCoordinator,
	kafka.KeyWriteShareGroupState:       ShareCoordinator,
	kafka.KeyDeleteShareGroupState:      ShareCoordinator,

	kafka.KeyCreateTopics:                 Controller,
	kafka.KeyDeleteTopics:                 Controller,
	kafka.KeyCreatePartitions:             Controller,
	kafka.KeyCreateAcls:                   Controller,
	kafka.KeyDeleteAcls:                   Controller,
	kafka.KeyElectLeaders:                 Controller,
	kafka.KeyAlterPartitionReassignments:  Controller,
	kafka.KeyListPartitionReassignments:   Controller,
	kafka.KeyAlterClientQuotas:            Controller,
	kafka.KeyAlterUserScramCredentials:    Controller,
	kafka.KeyDescribeUserScramCredentials: Controller,
	kafka.KeyCreateDelegationToken:        Controller,
	kafka.KeyRenewDelegationToken:         Controller,
	kafka.KeyExpireDelegationToken:        Controller,
	kafka.KeyUpdateFeatures:               Controller,
	kafka.KeyAlterPartition:               Controller,
	kafka.KeyAllocateProducerIds:          Controller,
	kafka.KeyUnregisterBroker:             Controller,
	kafka.KeyUnregisterController:         Controller,
	kafka.KeyBrokerRegistration:           Controller,
	kafka.KeyBrokerHeartbeat:              Controller,
	kafka.KeyControllerRegistration:       Controller,
	kafka.KeyAssignReplicasToDirs:         Controller,
	kafka.KeyDescribeQuorum:               Controller,
	kafka.KeyAddRaftVoter:                 Controller,
	kafka.KeyRemoveRaftVoter:              Controller,
	kafka.KeyUpdateRaftVoter:              Controller,
	kafka.KeyEnvelope:                     Controller,

	// Each broker knows its own groups, transactions, directories and clients.
	kafka.KeyListGroups:          ParticularBroker,
	kafka.KeyListTransactions:    ParticularBroker,
	kafka.KeyDescribeLogDirs:     ParticularBroker,
	kafka.KeyAlterReplicaLogDirs: ParticularBroker,
	kafka.KeyPushTelemetry:       ParticularBroker,
	kafka.KeySaslHandshake:       ParticularBroker,
	kafka.KeySaslAuthenticate:    ParticularBroker,
	kafka.KeyApiVersions:         ParticularBroker,
	kafka.KeyVote:                ParticularBroker,
	kafka.KeyBeginQuorumEpoch:    ParticularBroker,
	kafka.KeyEndQuorumEpoch:      ParticularBroker,
}

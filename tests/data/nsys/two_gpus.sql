-- What nsys 2025 exports of a program on two GPUs, shortened: the columns of its schema 3.x that matter and
-- some others. Process 100 calls GPU 1 device 0, as CUDA_VISIBLE_DEVICES=1,0 does. Its ids: 2^48 + 100 * 2^24.
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE TARGET_INFO_GPU (vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, busLocation TEXT,
    isDiscrete INTEGER, l2CacheSize INTEGER, totalMemory INTEGER, memoryBandwidth INTEGER, clockRate INTEGER,
    smCount INTEGER, pwGpuId INTEGER, uuid TEXT, luid INTEGER, chipName TEXT, cuDevice INTEGER,
    maxShmemPerBlock INTEGER, maxShmemPerBlockOptin INTEGER, threadsPerWarp INTEGER, maxThreadsPerBlock INTEGER,
    computeMajor INTEGER, computeMinor INTEGER, smMajor INTEGER, smMinor INTEGER);
CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER NOT NULL, cudaId INTEGER NOT NULL, pid INTEGER NOT NULL,
    uuid TEXT NOT NULL, numMultiprocessors INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
    deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL,
    correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL,
    mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL,
    gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL,
    blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
    dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL,
    localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER,
    graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL,
    deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL,
    correlationId INTEGER, globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL,
    deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL,
    correlationId INTEGER, globalPid INTEGER, value INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
    eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL,
    returnValue INTEGER NOT NULL, callchainId INTEGER);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
    category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER,
    domainId INTEGER);
CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);

INSERT INTO StringIds VALUES (1, '_Z5mergePjj'), (2, 'merge(unsigned int *, unsigned int)'), (3, 'merge'),
    (4, '_ZN4sort5localIjEEvPT_'), (5, 'void sort::local<unsigned int>(T1 *)'), (6, 'local'), (7, 'merge rounds');
INSERT INTO PROCESSES VALUES (281476654432256, 100, '/opt/bin/my-sort');
INSERT INTO TARGET_INFO_GPU VALUES
    (1, 0, 'NVIDIA H100', '0000:01:00.0', 1, 52428800, 85899345920, 3352000000000, 1980000000, 132, 0,
     'aaaaaaaa-0000-0000-0000-000000000000', 0, 'GH100', 0, 49152, 232448, 32, 1024, 9, 0, 9, 0),
    (1, 1, 'NVIDIA H200', '0000:02:00.0', 1, 62914560, 150754820096, 4800000000000, 1980000000, 132, 1,
     'bbbbbbbb-1111-1111-1111-111111111111', 0, 'GH100', 1, 49152, 232448, 32, 1024, 9, 0, 9, 0);
INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1, 0, 100, 'b', 132), (0, 1, 100, 'a', 132);
-- Thread 101 sorts, in the ranges "sort" and then "merge rounds" within it; thread 102 is in a range of its own.
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, textId, domainId) VALUES
    (0, NULL, 75, 'CUB', 281476654432357, NULL, 1),
    (1400, 2500, 59, NULL, 281476654432357, 7, 1),
    (1000, 3000, 59, 'sort', 281476654432357, NULL, 0),
    (900, 9000, 60, 'started, not pushed', 281476654432357, NULL, 0),
    (900, NULL, 59, 'other', 281476654432358, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, globalTid, correlationId, nameId, returnValue) VALUES
    (500, 510, 0, 281476654432357, 1, 3, 0), (1100, 1110, 0, 281476654432357, 2, 3, 0),
    (1500, 1510, 0, 281476654432357, 3, 3, 0), (1500, 1510, 0, 281476654432358, 4, 3, 0),
    (2600, 2610, 0, 281476654432357, 5, 3, 0), (3000, 3010, 0, 281476654432357, 6, 3, 0);
-- Call 3 launches a graph of two nodes; call 6 comes after all ranges.
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
    (10000, 10100, 0, 1, 0, 7, 2, 281476654432256, 5, 6, 4, 1, 0, 32, 64, 2, 3, 256, 1, 1, 1024, 512, 8, 0, 1, 0, NULL, 0),
    (10300, 10400, 0, 1, 0, 7, 3, 281476654432256, 2, 3, 1, 1, 0, 16, 8, 1, 1, 128, 1, 1, 0, 0, 0, 0, 3, 0, 12, 0),
    (10200, 10250, 0, 1, 0, 7, 3, 281476654432256, 2, 3, 1, 1, 0, 16, 4, 1, 1, 128, 1, 1, 0, 0, 0, 0, 2, 0, 11, 0),
    (20000, 20700, 1, 2, 0, 9, 4, 281476654432256, 2, 3, 1, 1, 0, 16, 4, 1, 1, 128, 1, 1, 0, 0, 0, 0, 4, 0, NULL, 0),
    (10350, 10500, 0, 1, 0, 13, 5, 281476654432256, 2, 3, NULL, 1, 0, 16, 4, 1, 1, 128, 1, 1, 0, 0, 0, 0, 5, 0, NULL, 0),
    (10600, 10650, 0, 1, 0, 7, 6, 281476654432256, 5, 6, 4, 1, 0, 32, 64, 1, 1, 256, 1, 1, 0, 0, 0, 0, 6, 0, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES
    (9000, 9500, 0, 1, 0, 7, 1, 281476654432256, 4096, 1), (10700, 10800, 0, 1, 0, 7, 7, 281476654432256, 4096, 2),
    (10700, 10801, 0, 1, 0, 7, 8, 281476654432256, 1, 9), (10900, 10950, 0, 1, 0, 7, 9, 281476654432256, 64, 8);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (9600, 9650, 0, 1, 0, 7, 10, 281476654432256, 0, 128);

-- Export of Nsight Systems 2025.3.1: torch.sort of 2^20 keys and torch.cumsum, three times, on an NVIDIA H200 (driver
-- 580.159.04). Rows of other processes, of calls without work on the GPU, and of the machine were removed.
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (
    start                       INTEGER   NOT NULL,                    -- Event start timestamp (ns).
    end                         INTEGER   NOT NULL,                    -- Event end timestamp (ns).
    deviceId                    INTEGER   NOT NULL,                    -- Device ID.
    contextId                   INTEGER   NOT NULL,                    -- Context ID.
    greenContextId              INTEGER,                               -- Green context ID.
    streamId                    INTEGER   NOT NULL,                    -- Stream ID.
    correlationId               INTEGER,                               -- REFERENCES CUPTI_ACTIVITY_KIND_RUNTIME(correlationId)
    globalPid                   INTEGER,                               -- Serialized GlobalId.
    demangledName               INTEGER   NOT NULL,                    -- REFERENCES StringIds(id) -- Kernel function name w/ templates
    shortName                   INTEGER   NOT NULL,                    -- REFERENCES StringIds(id) -- Base kernel function name
    mangledName                 INTEGER,                               -- REFERENCES StringIds(id) -- Raw C++ mangled kernel function name
    launchType                  INTEGER,                               -- REFERENCES ENUM_CUDA_KERNEL_LAUNCH_TYPE(id)
    cacheConfig                 INTEGER,                               -- REFERENCES ENUM_CUDA_FUNC_CACHE_CONFIG(id)
    registersPerThread          INTEGER   NOT NULL,                    -- Number of registers required for each thread executing the kernel.
    gridX                       INTEGER   NOT NULL,                    -- X-dimension grid size.
    gridY                       INTEGER   NOT NULL,                    -- Y-dimension grid size.
    gridZ                       INTEGER   NOT NULL,                    -- Z-dimension grid size.
    blockX                      INTEGER   NOT NULL,                    -- X-dimension block size.
    blockY                      INTEGER   NOT NULL,                    -- Y-dimension block size.
    blockZ                      INTEGER   NOT NULL,                    -- Z-dimension block size.
    staticSharedMemory          INTEGER   NOT NULL,                    -- Static shared memory allocated for the kernel (B).
    dynamicSharedMemory         INTEGER   NOT NULL,                    -- Dynamic shared memory reserved for the kernel (B).
    localMemoryPerThread        INTEGER   NOT NULL,                    -- Amount of local memory reserved for each thread (B).
    localMemoryTotal            INTEGER   NOT NULL,                    -- Total amount of local memory reserved for the kernel (B).
    gridId                      INTEGER   NOT NULL,                    -- Unique grid ID of the kernel assigned at runtime.
    sharedMemoryExecuted        INTEGER,                               -- Shared memory size set by the driver.
    graphNodeId                 INTEGER,                               -- REFERENCES CUDA_GRAPH_NODE_EVENTS(graphNodeId)
    sharedMemoryLimitConfig     INTEGER                                -- REFERENCES ENUM_CUDA_SHARED_MEM_LIMIT_CONFIG(id)
);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4437637210,4437646650,0,1,0,7,157,281487022751744,49,50,34,1,1,56,1056,1,1,256,1,1,0,0,0,155713536,1,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4444345116,4444349948,0,1,0,7,184,281487022751744,53,54,35,1,1,26,1024,1,1,1024,1,1,0,0,0,155713536,3,8192,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453208756,4453218291,0,1,0,7,217,281487022751744,57,58,36,1,4,40,1584,1,1,128,1,1,4096,0,0,155713536,5,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453234323,4453235411,0,1,0,7,223,281487022751744,59,60,37,1,1,32,4,1,1,256,1,1,2336,0,0,155713536,6,65536,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453286323,4453303859,0,1,0,7,231,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,155713536,8,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453306643,4453323923,0,1,0,7,238,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,155713536,10,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453326867,4453344243,0,1,0,7,245,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,155713536,12,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4453347187,4453363699,0,1,0,7,252,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,155713536,14,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4471861407,4471867071,0,1,0,7,276,281487022751744,63,64,39,1,1,32,2048,1,1,128,1,1,0,0,0,250871808,15,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477218759,4477220071,0,1,0,7,309,281487022751744,65,66,40,1,1,16,10,1,1,128,1,1,0,0,0,250871808,16,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477278119,4477285639,0,1,0,7,321,281487022751744,67,68,41,1,4,48,1171,1,1,128,1,1,7184,0,0,250871808,17,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477461734,4477466502,0,1,0,7,347,281487022751744,53,54,35,1,1,26,1024,1,1,1024,1,1,0,0,0,250871808,19,8192,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477632485,4477643109,0,1,0,7,375,281487022751744,57,58,36,1,4,40,1584,1,1,128,1,1,4096,0,0,250871808,21,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477644101,4477645221,0,1,0,7,380,281487022751744,59,60,37,1,1,32,4,1,1,256,1,1,2336,0,0,250871808,22,65536,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477656485,4477674149,0,1,0,7,387,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,24,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477676901,4477694213,0,1,0,7,394,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,26,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477697221,4477714565,0,1,0,7,401,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,28,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477717669,4477734277,0,1,0,7,408,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,30,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477773061,4477778341,0,1,0,7,430,281487022751744,63,64,39,1,1,32,2048,1,1,128,1,1,0,0,0,250871808,31,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477792292,4477793060,0,1,0,7,457,281487022751744,65,66,40,1,1,16,10,1,1,128,1,1,0,0,0,250871808,32,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477801732,4477809572,0,1,0,7,469,281487022751744,67,68,41,1,4,48,1171,1,1,128,1,1,7184,0,0,250871808,33,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477842020,4477846788,0,1,0,7,495,281487022751744,53,54,35,1,1,26,1024,1,1,1024,1,1,0,0,0,250871808,35,8192,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477867524,4477878692,0,1,0,7,519,281487022751744,57,58,36,1,4,40,1584,1,1,128,1,1,4096,0,0,250871808,37,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477889732,4477890884,0,1,0,7,524,281487022751744,59,60,37,1,1,32,4,1,1,256,1,1,2336,0,0,250871808,38,65536,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477905444,4477923172,0,1,0,7,531,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,40,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477925988,4477943012,0,1,0,7,538,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,42,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477945892,4477963236,0,1,0,7,545,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,44,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477966212,4477982788,0,1,0,7,552,281487022751744,61,62,38,1,4,80,196,1,1,384,1,1,45056,0,0,250871808,46,135168,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477983684,4477988900,0,1,0,7,574,281487022751744,63,64,39,1,1,32,2048,1,1,128,1,1,0,0,0,250871808,47,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477990180,4477990948,0,1,0,7,601,281487022751744,65,66,40,1,1,16,10,1,1,128,1,1,0,0,0,250871808,48,32768,NULL,0);
INSERT INTO "CUPTI_ACTIVITY_KIND_KERNEL" VALUES(4477999428,4478006756,0,1,0,7,613,281487022751744,67,68,41,1,4,48,1171,1,1,128,1,1,7184,0,0,250871808,49,135168,NULL,0);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (
    start                       INTEGER   NOT NULL,                    -- Event start timestamp (ns).
    end                         INTEGER   NOT NULL,                    -- Event end timestamp (ns).
    deviceId                    INTEGER   NOT NULL,                    -- Device ID.
    contextId                   INTEGER   NOT NULL,                    -- Context ID.
    greenContextId              INTEGER,                               -- Green context ID.
    streamId                    INTEGER   NOT NULL,                    -- Stream ID.
    correlationId               INTEGER,                               -- REFERENCES CUPTI_ACTIVITY_KIND_RUNTIME(correlationId)
    globalPid                   INTEGER,                               -- Serialized GlobalId.
    bytes                       INTEGER   NOT NULL,                    -- Number of bytes transferred (B).
    copyKind                    INTEGER   NOT NULL,                    -- REFERENCES ENUM_CUDA_MEMCPY_OPER(id)
    deprecatedSrcId             INTEGER,                               -- Deprecated, use srcDeviceId instead.
    srcKind                     INTEGER,                               -- REFERENCES ENUM_CUDA_MEM_KIND(id)
    dstKind                     INTEGER,                               -- REFERENCES ENUM_CUDA_MEM_KIND(id)
    srcDeviceId                 INTEGER,                               -- Source device ID.
    srcContextId                INTEGER,                               -- Source context ID.
    dstDeviceId                 INTEGER,                               -- Destination device ID.
    dstContextId                INTEGER,                               -- Destination context ID.
    migrationCause              INTEGER,                               -- REFERENCES ENUM_CUDA_UNIF_MEM_MIGRATION(id)
    graphNodeId                 INTEGER,                               -- REFERENCES CUDA_GRAPH_NODE_EVENTS(graphNodeId)
    virtualAddress              INTEGER,                               -- Virtual base address of the page/s being transferred.
    copyCount                   INTEGER                                -- The total number of memcopy operations traced in this record. In CUDA MemcpyBatchAsync APIs, multiple memcpy operations may be batched together for optimization purposes based on certain heuristics.
);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMCPY" VALUES(4438039704,4438042072,0,1,0,7,171,281487022751744,4194304,8,NULL,2,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMCPY" VALUES(4477439078,4477441862,0,1,0,7,340,281487022751744,4194304,8,NULL,2,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMCPY" VALUES(4477830596,4477833476,0,1,0,7,488,281487022751744,4194304,8,NULL,2,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (
    start                       INTEGER   NOT NULL,                    -- Event start timestamp (ns).
    end                         INTEGER   NOT NULL,                    -- Event end timestamp (ns).
    deviceId                    INTEGER   NOT NULL,                    -- Device ID.
    contextId                   INTEGER   NOT NULL,                    -- Context ID.
    greenContextId              INTEGER,                               -- Green context ID.
    streamId                    INTEGER   NOT NULL,                    -- Stream ID.
    correlationId               INTEGER,                               -- REFERENCES CUPTI_ACTIVITY_KIND_RUNTIME(correlationId)
    globalPid                   INTEGER,                               -- Serialized GlobalId.
    value                       INTEGER   NOT NULL,                    -- Value assigned to memory.
    bytes                       INTEGER   NOT NULL,                    -- Number of bytes set (B).
    graphNodeId                 INTEGER,                               -- REFERENCES CUDA_GRAPH_NODE_EVENTS(graphNodeId)
    memKind                     INTEGER                                -- REFERENCES ENUM_CUDA_MEM_KIND(id)
);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453135220,4453136308,0,1,0,7,206,281487022751744,0,16,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453155476,4453156340,0,1,0,7,208,281487022751744,0,8192,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453241555,4453242611,0,1,0,7,227,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453304851,4453305779,0,1,0,7,235,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453324915,4453325875,0,1,0,7,242,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4453345267,4453346227,0,1,0,7,249,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477608549,4477609669,0,1,0,7,364,281487022751744,0,16,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477618213,4477619109,0,1,0,7,366,281487022751744,0,8192,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477648741,4477649669,0,1,0,7,384,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477675045,4477675973,0,1,0,7,391,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477695269,4477696197,0,1,0,7,398,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477715589,4477716645,0,1,0,7,405,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477850788,4477851524,0,1,0,7,508,281487022751744,0,16,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477856836,4477857700,0,1,0,7,510,281487022751744,0,8192,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477898468,4477899396,0,1,0,7,528,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477924164,4477925092,0,1,0,7,535,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477943940,4477944900,0,1,0,7,542,281487022751744,0,200704,NULL,2);
INSERT INTO "CUPTI_ACTIVITY_KIND_MEMSET" VALUES(4477964292,4477965220,0,1,0,7,549,281487022751744,0,200704,NULL,2);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (
    start                       INTEGER   NOT NULL,                    -- Event start timestamp (ns).
    end                         INTEGER   NOT NULL,                    -- Event end timestamp (ns).
    eventClass                  INTEGER   NOT NULL,                    -- REFERENCES ENUM_NSYS_EVENT_CLASS(id)
    globalTid                   INTEGER,                               -- Serialized GlobalId.
    correlationId               INTEGER,                               -- ID used to identify events that this function call has triggered.
    nameId                      INTEGER   NOT NULL,                    -- REFERENCES StringIds(id) -- Function name
    returnValue                 INTEGER   NOT NULL,                    -- Return value of the function call.
    callchainId                 INTEGER                                -- REFERENCES CUDA_CALLCHAINS(id)
);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4435154568,4437644757,0,281487022752462,157,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4438011447,4438040037,0,281487022752462,171,52,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4442565295,4444349440,0,281487022752462,184,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453123825,4453133996,0,281487022752462,206,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453134499,4453153949,0,281487022752462,208,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453195834,4453210392,0,281487022752462,217,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453215931,4453232696,0,281487022752462,223,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453233722,4453239605,0,281487022752462,227,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453243547,4453284314,0,281487022752462,231,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453285407,4453290282,0,281487022752462,235,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453291145,4453296332,0,281487022752462,238,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453297238,4453301175,0,281487022752462,242,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453301931,4453306207,0,281487022752462,245,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453306986,4453313082,0,281487022752462,249,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4453313836,4453318731,0,281487022752462,252,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4462527159,4471877892,0,281487022752462,276,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4475768048,4477221602,0,281487022752462,309,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477268860,4477276794,0,281487022752462,321,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477415289,4477438759,0,281487022752462,340,52,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477450795,4477459379,0,281487022752462,347,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477599254,4477606809,0,281487022752462,364,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477607319,4477616211,0,281487022752462,366,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477624151,4477630726,0,281487022752462,375,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477633790,4477640910,0,281487022752462,380,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477641857,4477646343,0,281487022752462,384,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477648209,4477654456,0,281487022752462,387,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477655524,4477660355,0,281487022752462,391,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477661038,4477665545,0,281487022752462,394,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477666398,4477670987,0,281487022752462,398,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477671793,4477676640,0,281487022752462,401,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477677719,4477682364,0,281487022752462,405,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477683209,4477687750,0,281487022752462,408,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477762906,4477770732,0,281487022752462,430,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477782881,4477789978,0,281487022752462,457,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477794155,4477799619,0,281487022752462,469,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477819277,4477828897,0,281487022752462,488,52,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477833395,4477839865,0,281487022752462,495,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477844490,4477848465,0,281487022752462,508,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477848993,4477854630,0,281487022752462,510,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477858118,4477865540,0,281487022752462,519,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477866787,4477887928,0,281487022752462,524,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477889235,4477896407,0,281487022752462,528,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477897350,4477903319,0,281487022752462,531,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477904166,4477910836,0,281487022752462,535,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477911617,4477917011,0,281487022752462,538,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477917869,4477923990,0,281487022752462,542,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477924680,4477929298,0,281487022752462,545,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477930104,4477934641,0,281487022752462,549,56,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477935344,4477941450,0,281487022752462,552,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477966942,4477972775,0,281487022752462,574,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477981905,4477987859,0,281487022752462,601,51,0,NULL);
INSERT INTO "CUPTI_ACTIVITY_KIND_RUNTIME" VALUES(4477991902,4477997175,0,281487022752462,613,51,0,NULL);
CREATE TABLE NVTX_EVENTS (
    start                       INTEGER   NOT NULL,                    -- Event start timestamp (ns).
    end                         INTEGER,                               -- Event end timestamp (ns).
    eventType                   INTEGER   NOT NULL,                    -- REFERENCES ENUM_NSYS_EVENT_TYPE(id)
    rangeId                     INTEGER,                               -- Correlation ID returned from a nvtxRangeStart call.
    category                    INTEGER,                               -- User-controlled ID that can be used to group events.
    color                       INTEGER,                               -- Encoded ARGB color value.
    text                        TEXT,                                  -- Explicit name/text (non-registered string)
    globalTid                   INTEGER,                               -- Serialized GlobalId.
    endGlobalTid                INTEGER,                               -- Serialized GlobalId.
    textId                      INTEGER,                               -- REFERENCES StringIds(id) -- Registered NVTX domain/string
    domainId                    INTEGER,                               -- User-controlled ID that can be used to group events.
    uint64Value                 INTEGER,                               -- One of possible payload value union members.
    int64Value                  INTEGER,                               -- One of possible payload value union members.
    doubleValue                 REAL,                                  -- One of possible payload value union members.
    uint32Value                 INTEGER,                               -- One of possible payload value union members.
    int32Value                  INTEGER,                               -- One of possible payload value union members.
    floatValue                  REAL,                                  -- One of possible payload value union members.
    jsonTextId                  INTEGER,                               -- One of possible payload value union members.
    jsonText                    TEXT,                                  -- One of possible payload value union members.
    binaryData                  TEXT                                   -- Binary payload. See docs for format.
);
INSERT INTO "NVTX_EVENTS" VALUES(4437812748,4453388001,59,NULL,NULL,NULL,'sort',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4437819432,4453382428,59,NULL,NULL,NULL,'keys',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4444409647,NULL,75,NULL,NULL,NULL,'CCCL',281487022752462,NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4453119322,4453320116,59,NULL,NULL,NULL,NULL,281487022752462,NULL,32,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4472157251,4477281349,59,NULL,NULL,NULL,NULL,281487022752462,NULL,33,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477344738,4477717578,59,NULL,NULL,NULL,'sort',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477349079,4477716590,59,NULL,NULL,NULL,'keys',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477596750,4477689016,59,NULL,NULL,NULL,NULL,281487022752462,NULL,32,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477779891,4477800915,59,NULL,NULL,NULL,NULL,281487022752462,NULL,33,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477808170,4477951995,59,NULL,NULL,NULL,'sort',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477809382,4477951265,59,NULL,NULL,NULL,'keys',281487022752462,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477843210,4477942640,59,NULL,NULL,NULL,NULL,281487022752462,NULL,32,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "NVTX_EVENTS" VALUES(4477978970,4477998438,59,NULL,NULL,NULL,NULL,281487022752462,NULL,33,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE PROCESSES (
    -- Names and identifiers of processes captured in the report.

    globalPid                   INTEGER,                               -- Serialized GlobalId.
    pid                         INTEGER,                               -- The process ID.
    name                        TEXT                                   -- The process name.
);
INSERT INTO "PROCESSES" VALUES(281487022751744,718,'python3');
CREATE TABLE StringIds (
    -- Consolidation of repetitive string values.

    id                          INTEGER   NOT NULL   PRIMARY KEY,      -- ID reference value.
    value                       TEXT      NOT NULL                     -- String value.
);
INSERT INTO "StringIds" VALUES(26,'cuModuleGetLoadingMode');
INSERT INTO "StringIds" VALUES(27,'cudaGetDeviceProperties_v12000');
INSERT INTO "StringIds" VALUES(32,'cub::DeviceRadixSort');
INSERT INTO "StringIds" VALUES(33,'cub::DeviceScan::InclusiveScan');
INSERT INTO "StringIds" VALUES(34,'_ZN2at6native60_GLOBAL__N__2b2da9da_27_DistributionRandomKernel_cu_f88cee4443distribution_elementwise_grid_stride_kernelImLi2EZZZNS0_9templates4cuda21random_from_to_kernelIPNS_17CUDAGeneratorImplEEEvRNS_18TensorIteratorBaseEmlT_ENKUlvE_clEvENKUlvE1_clEvEUlP24curandStatePhilox4_32_10E_ZNS1_27distribution_nullary_kernelIim10ulonglong2S7_SF_ZZZS5_IS7_EvS9_mlSA_ENKSB_clEvENKSC_clEvEUlmE_EEvS9_T2_RKT3_T4_EUlimE_EEvlNS_15PhiloxCudaStateET1_SJ_');
INSERT INTO "StringIds" VALUES(35,'_ZN2at6native46_GLOBAL__N__e17e1519_13_SortStable_cu_f7bb90a127fill_reverse_indices_kernelEPliNS_4cuda6detail10IntDividerIjEE');
INSERT INTO "StringIds" VALUES(36,'_ZN14at_cuda_detail3cub6detail10radix_sort30DeviceRadixSortHistogramKernelINS1_5radix10policy_hubIiN2at4cuda3cub6detail10OpaqueTypeILi8EEEyE10Policy1000ELNS0_9SortOrderE0EiyNS1_21identity_decomposer_tEEEvPT2_PKT1_SG_iiT3_');
INSERT INTO "StringIds" VALUES(37,'_ZN14at_cuda_detail3cub6detail10radix_sort33DeviceRadixSortExclusiveSumKernelINS1_5radix10policy_hubIiN2at4cuda3cub6detail10OpaqueTypeILi8EEEyE10Policy1000EyEEvPT0_');
INSERT INTO "StringIds" VALUES(38,'_ZN14at_cuda_detail3cub6detail10radix_sort29DeviceRadixSortOnesweepKernelINS1_5radix10policy_hubIiN2at4cuda3cub6detail10OpaqueTypeILi8EEEyE10Policy1000ELNS0_9SortOrderE0EiSB_yiiNS1_21identity_decomposer_tEEEvPT5_SH_PT3_PKSI_PT1_PKSM_PT2_PKSQ_T4_iiT6_');
INSERT INTO "StringIds" VALUES(39,'_ZN2at6native27unrolled_elementwise_kernelIZZZNS0_23direct_copy_kernel_cudaERNS_18TensorIteratorBaseEENKUlvE1_clEvENKUlvE2_clEvEUllE_St5arrayIPcLm2EELi4E23TrivialOffsetCalculatorILi1EjESB_NS0_6memory12LoadWithCastILi1EEENSC_13StoreWithCastILi1EEEEEviT_T0_T2_T3_T4_T5_');
INSERT INTO "StringIds" VALUES(40,'_ZN14at_cuda_detail3cub6detail4scan20DeviceScanInitKernelINS0_13ScanTileStateIlLb1EEEEEvT_i');
INSERT INTO "StringIds" VALUES(41,'_ZN14at_cuda_detail3cub6detail4scan16DeviceScanKernelINS2_10policy_hubIllljSt4plusIlEE10Policy1000EPKlPlNS0_13ScanTileStateIlLb1EEES6_NS0_8NullTypeEjlLb0ESE_EEvT0_T1_T2_iT3_T4_T5_');
INSERT INTO "StringIds" VALUES(42,'cudaStreamIsCapturing_v10000');
INSERT INTO "StringIds" VALUES(43,'cudaMalloc_v3020');
INSERT INTO "StringIds" VALUES(44,'cuLibraryLoadData');
INSERT INTO "StringIds" VALUES(45,'cuLibraryGetKernel');
INSERT INTO "StringIds" VALUES(46,'cuKernelGetName');
INSERT INTO "StringIds" VALUES(49,'void at::native::<unnamed>::distribution_elementwise_grid_stride_kernel<unsigned long, (int)2, void at::native::templates::cuda::random_from_to_kernel<at::CUDAGeneratorImpl *>(at::TensorIteratorBase &, unsigned long, long, T1)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance 3)]::operator ()() const::[lambda(curandStatePhilox4_32_10 *) (instance 1)], void at::native::<unnamed>::distribution_nullary_kernel<int, unsigned long, ulonglong2, at::CUDAGeneratorImpl *, void at::native::templates::cuda::random_from_to_kernel<at::CUDAGeneratorImpl *>(at::TensorIteratorBase &, unsigned long, long, T1)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance 3)]::operator ()() const::[lambda(curandStatePhilox4_32_10 *) (instance 1)], void at::native::templates::cuda::random_from_to_kernel<at::CUDAGeneratorImpl *>(at::TensorIteratorBase &, unsigned long, long, T1)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance 3)]::operator ()() const::[lambda(unsigned long) (instance 1)]>(at::TensorIteratorBase &, T4, const T5 &, T6)::[lambda(int, unsigned long) (instance 1)]>(long, at::PhiloxCudaState, T3, T4)');
INSERT INTO "StringIds" VALUES(50,'distribution_elementwise_grid_stride_kernel');
INSERT INTO "StringIds" VALUES(51,'cudaLaunchKernel_v7000');
INSERT INTO "StringIds" VALUES(52,'cudaMemcpyAsync_v3020');
INSERT INTO "StringIds" VALUES(53,'at::native::<unnamed>::fill_reverse_indices_kernel(long *, int, at::cuda::detail::IntDivider<unsigned int>)');
INSERT INTO "StringIds" VALUES(54,'fill_reverse_indices_kernel');
INSERT INTO "StringIds" VALUES(56,'cudaMemsetAsync_v3020');
INSERT INTO "StringIds" VALUES(57,'void at_cuda_detail::cub::detail::radix_sort::DeviceRadixSortHistogramKernel<at_cuda_detail::cub::detail::radix::policy_hub<int, at::cuda::cub::detail::OpaqueType<(int)8>, unsigned long long>::Policy1000, (at_cuda_detail::cub::SortOrder)0, int, unsigned long long, at_cuda_detail::cub::detail::identity_decomposer_t>(T4 *, const T3 *, T4, int, int, T5)');
INSERT INTO "StringIds" VALUES(58,'DeviceRadixSortHistogramKernel');
INSERT INTO "StringIds" VALUES(59,'void at_cuda_detail::cub::detail::radix_sort::DeviceRadixSortExclusiveSumKernel<at_cuda_detail::cub::detail::radix::policy_hub<int, at::cuda::cub::detail::OpaqueType<(int)8>, unsigned long long>::Policy1000, unsigned long long>(T2 *)');
INSERT INTO "StringIds" VALUES(60,'DeviceRadixSortExclusiveSumKernel');
INSERT INTO "StringIds" VALUES(61,'void at_cuda_detail::cub::detail::radix_sort::DeviceRadixSortOnesweepKernel<at_cuda_detail::cub::detail::radix::policy_hub<int, at::cuda::cub::detail::OpaqueType<(int)8>, unsigned long long>::Policy1000, (at_cuda_detail::cub::SortOrder)0, int, at::cuda::cub::detail::OpaqueType<(int)8>, unsigned long long, int, int, at_cuda_detail::cub::detail::identity_decomposer_t>(T7 *, T7 *, T5 *, const T5 *, T3 *, const T3 *, T4 *, const T4 *, T6, int, int, T8)');
INSERT INTO "StringIds" VALUES(62,'DeviceRadixSortOnesweepKernel');
INSERT INTO "StringIds" VALUES(63,'void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda() (instance 3)]::operator ()() const::[lambda() (instance 4)]::operator ()() const::[lambda(long) (instance 1)], std::array<char *, (unsigned long)2>, (int)4, TrivialOffsetCalculator<(int)1, unsigned int>, TrivialOffsetCalculator<(int)1, unsigned int>, at::native::memory::LoadWithCast<(int)1>, at::native::memory::StoreWithCast<(int)1>>(int, T1, T2, T4, T5, T6, T7)');
INSERT INTO "StringIds" VALUES(64,'unrolled_elementwise_kernel');
INSERT INTO "StringIds" VALUES(65,'void at_cuda_detail::cub::detail::scan::DeviceScanInitKernel<at_cuda_detail::cub::ScanTileState<long, (bool)1>>(T1, int)');
INSERT INTO "StringIds" VALUES(66,'DeviceScanInitKernel');
INSERT INTO "StringIds" VALUES(67,'void at_cuda_detail::cub::detail::scan::DeviceScanKernel<at_cuda_detail::cub::detail::scan::policy_hub<long, long, long, unsigned int, std::plus<long>>::Policy1000, const long *, long *, at_cuda_detail::cub::ScanTileState<long, (bool)1>, std::plus<long>, at_cuda_detail::cub::NullType, unsigned int, long, (bool)0, at_cuda_detail::cub::NullType>(T2, T3, T4, int, T5, T6, T7)');
INSERT INTO "StringIds" VALUES(68,'DeviceScanKernel');
INSERT INTO "StringIds" VALUES(69,'cudaDeviceSynchronize_v3020');
CREATE TABLE TARGET_INFO_CUDA_DEVICE (
    gpuId                       INTEGER,                               -- GPU ID.
    cudaId                      INTEGER   NOT NULL,                    -- CUDA device ID.
    pid                         INTEGER   NOT NULL                     -- Process ID.
);
INSERT INTO "TARGET_INFO_CUDA_DEVICE" VALUES(0,0,718);
CREATE TABLE TARGET_INFO_GPU (
    vmId                        INTEGER   NOT NULL,                    -- Serialized GlobalId.
    id                          INTEGER   NOT NULL,                    -- Device ID.
    name                        TEXT,                                  -- Device name.
    busLocation                 TEXT,                                  -- PCI bus location.
    isDiscrete                  INTEGER,                               -- True if discrete, false if integrated.
    l2CacheSize                 INTEGER,                               -- Size of L2 cache (B).
    totalMemory                 INTEGER,                               -- Total amount of memory on the device (B).
    memoryBandwidth             INTEGER,                               -- Amount of memory transferred (B).
    clockRate                   INTEGER,                               -- Clock frequency (Hz).
    smCount                     INTEGER,                               -- Number of multiprocessors on the device.
    pwGpuId                     INTEGER,                               -- PerfWorks GPU ID.
    uuid                        TEXT,                                  -- Device UUID.
    luid                        INTEGER,                               -- Device LUID.
    chipName                    TEXT,                                  -- Chip name.
    cuDevice                    INTEGER,                               -- CUDA device ID.
    ctxswDevPath                TEXT,                                  -- GPU context switch device node path.
    ctrlDevPath                 TEXT,                                  -- GPU control device node path.
    revision                    INTEGER,                               -- Revision number.
    nodeMask                    INTEGER,                               -- Device node mask.
    constantMemory              INTEGER,                               -- Memory available on device for __constant__ variables (B).
    maxIPC                      INTEGER,                               -- Maximum instructions per count.
    maxRegistersPerBlock        INTEGER,                               -- Maximum number of 32-bit registers available per block.
    maxShmemPerBlock            INTEGER,                               -- Maximum optin shared memory per block.
    maxShmemPerBlockOptin       INTEGER,                               -- Maximum optin shared memory per block.
    maxShmemPerSm               INTEGER,                               -- Maximum shared memory available per multiprocessor (B).
    maxRegistersPerSm           INTEGER,                               -- Maximum number of 32-bit registers available per multiprocessor.
    threadsPerWarp              INTEGER,                               -- Warp size in threads.
    asyncEngines                INTEGER,                               -- Number of asynchronous engines.
    maxWarpsPerSm               INTEGER,                               -- Maximum number of warps per multiprocessor.
    maxBlocksPerSm              INTEGER,                               -- Maximum number of blocks per multiprocessor.
    maxThreadsPerBlock          INTEGER,                               -- Maximum number of threads per block.
    maxBlockDimX                INTEGER,                               -- Maximum X-dimension of a block.
    maxBlockDimY                INTEGER,                               -- Maximum Y-dimension of a block.
    maxBlockDimZ                INTEGER,                               -- Maximum Z-dimension of a block.
    maxGridDimX                 INTEGER,                               -- Maximum X-dimension of a grid.
    maxGridDimY                 INTEGER,                               -- Maximum Y-dimension of a grid.
    maxGridDimZ                 INTEGER,                               -- Maximum Z-dimension of a grid.
    computeMajor                INTEGER,                               -- Major compute capability version number.
    computeMinor                INTEGER,                               -- Minor compute capability version number.
    smMajor                     INTEGER,                               -- Major multiprocessor version number.
    smMinor                     INTEGER                                -- Minor multiprocessor version number.
);
INSERT INTO "TARGET_INFO_GPU" VALUES(281474976710656,0,'NVIDIA H200','0000:00:06.0',1,62914560,150109880320,4814304000000,1980000000,132,0,'38a0bb2b-f91a-f611-a184-71c3a4d7efba',0,'GH100',0,'','',161,0,65536,0,65536,49152,232448,233472,65536,32,3,64,32,1024,1024,1024,64,2147483647,65535,65535,9,0,9,0);

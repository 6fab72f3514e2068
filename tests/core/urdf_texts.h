// tests/core/urdf_texts.h - URDF files of the tests, as people write them.
#pragma once

namespace grashof::texts {

/// A planar four-bar on a fixed base, tidy, with comments that must stay where they are.
inline constexpr const char* kFourBar = R"(<robot name="four_bar">
  <material name="steel"><color rgba="0.6 0.6 0.65 1"/></material>
  <link name="world"/>
  <link name="crank">
    <inertial>
      <origin xyz="0 0.03 0"/>
      <mass value="1.2e-1"/>
      <inertia ixx="0.0002" ixy="0" ixz="0" iyy="0.0002" iyz="0" izz="0.0003"/>
    </inertial>
    <visual>
      <origin xyz="0 0.03 0" rpy="0 0 1.570796327"/>
      <geometry><box size="0.06 0.012 0.012"/></geometry>
      <material name="steel"/>
    </visual>
  </link>
  <link name="coupler">
    <inertial>
      <mass value="0.3"/>
      <inertia ixx="0.0002" ixy="0" ixz="0" iyy="0.0002" iyz="0" izz="0.0003"/>
    </inertial>
  </link>
  <link name="rocker">
    <inertial><mass value="0.25"/><inertia ixx="2e-4" iyy="2e-4" izz="3e-4" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="o" type="revolute">
    <parent link="world"/>
    <child link="crank"/>
    <axis xyz="0 0 1"/>
    <limit lower="-3.1" upper="3.1" effort="50" velocity="20"/>
  </joint>
  <!-- worn:
       replace soon -->
  <joint name="b" type="revolute"> <!-- the pin that wears out -->
    <parent link="crank"/>
    <child link="coupler"/>
    <origin xyz="0 0.060 0"/>
    <axis xyz="0 0 1"/>
  </joint>
  <joint name="d" type="continuous">
    <parent link="world"/>
    <child link="rocker"/>
    <origin xyz="0.2 0 0"/>
    <axis xyz="0 0 1"/>
  </joint>
  <constraints nominal_config="0 0.0 0">
    <equality body1="coupler" body2="rocker" anchor="0.16 0.08 0">
      <axis xyz="1 0 0"/>
      <axis xyz="0 1 0"/>
    </equality>
  </constraints>
</robot>
)";

/// The same four-bar with its fourth hinge as a joint: the rocker has two parent joints, d and c. All links along
/// their drawn positions at zero: hinges at (0, 0), (0, 0.06), (0.16, 0.14) and (0.2, 0).
inline constexpr const char* kTwoParents = R"(<robot name="two_parents">
  <link name="world"/>
  <link name="crank"/>
  <link name="coupler"/>
  <link name="rocker"/>
  <joint name="o" type="revolute">
    <parent link="world"/><child link="crank"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="b" type="revolute">
    <parent link="crank"/><child link="coupler"/><origin xyz="0 0.06 0"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="d" type="revolute">
    <parent link="world"/><child link="rocker"/><origin xyz="0.2 0 0"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="c" type="revolute">
    <parent link="coupler"/><child link="rocker"/><origin xyz="0.16 0.08 0"/><axis xyz="0 0 1"/>
  </joint>
</robot>
)";

/// Legal all the same: single quotes, blanks round the equal signs, attributes over lines, a second element on
/// a line, unknown tags, CDATA, a processing instruction, a comment behind the root.
inline constexpr const char* kUntidy = R"(<?xml version='1.0'?><?keep me?>
<robot name = 'untidy' version="1.0"><!-- first -->
<link   name = 'base' ><visual name='v'><geometry><box size='1  2	3'/></geometry></visual></link >
    <link name='tip'
          note="two &amp; more"/><link name="extra"><collision><geometry><sphere radius="0.10"/></geometry></collision></link>
 <joint type='revolute' name='hinge'><child link='tip'/><parent link='base'/>
   <origin rpy='0 0 0'
           xyz='1.0	2e0   +3'/> <axis xyz = '0 0 1'/>
   <limit upper='1.50' lower="-1.50" effort='1' velocity='2'/><calibration rising='0.1'/></joint>
  <joint name="slide" type="prismatic"><parent link="tip"/><child link="extra"/><dynamics damping="0.10" friction=".2"/></joint>
  <gazebo><plugin name="p"><![CDATA[ if (a < b && c) ]]></plugin></gazebo>
  <constraints
     nominal_config="0 0 0   1 0 0 0
                     0.10
                     0"><pin body1="base" body2="extra" anchor="0 0 0"/> <!-- toe -->
  </constraints>
</robot>
<!-- last -->)";

}  // namespace grashof::texts
